"""Long work in shards: a campaign is a value, runs here, in processes or on a cluster, and continues where it stopped.

`campaigns` says what a campaign is, `running` runs one, `progress_file` keeps how far it is, and `processes` and
`cluster` are the places besides this process where its shards can be worked out. It knows no game: a kind of campaign
is named by module and object, ours (`perft`) like anybody's.
"""
