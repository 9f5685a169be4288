"""Programs that build data: what the package ships, and what the tests are compared with."""
