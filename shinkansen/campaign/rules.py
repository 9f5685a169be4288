"""The rules of a campaign about a game: part of its settings, and opened by each worker.

{"game": "zerokei", "version": 2, "edition": "3f5a...", "setting": {"seats": 3}}
"""

from __future__ import annotations

from typing import cast

from shinkansen.campaign.campaigns import CampaignError
from shinkansen.core import registry
from shinkansen.core.game import setting
from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import AnyRules
from shinkansen.core.parts import EDITIONS
from shinkansen.core.plain_json import Json, shown


def about(rules: AnyRules, edition: Json = None) -> Part:
    """The setting that opens these rules; an edition that does not come with the game must be given."""
    game, used = registry.game(rules.game), rules.edition_id
    if edition is None and used is not None:
        editions = game.part(EDITIONS)
        known = (name for name, each in editions.known().items() if editions.identity(each).digest == used.digest)
        edition = next(known, None)
        if edition is None:
            raise CampaignError(f"the edition {shown(used.name)} does not come with {game.title}, expected --edition")
    table = {"seats": rules.seats, **rules.variants}
    return {"game": rules.game, "setting": setting(table, rules.letters, edition)}


def in_full(rules: Part) -> Part:
    """The same with the version of the rules and the digest of the edition, which both decide a result."""
    if not isinstance(rules.get("game"), str) or not isinstance(rules.get("setting"), dict):
        raise CampaignError(f"rules: found {shown(rules)}, expected the name of a game and a setting")
    own = opened(rules)
    digest = own.edition_id.digest if own.edition_id is not None else ""
    return {"game": own.game, "version": own.version, "edition": digest, "setting": rules["setting"]}


def opened(rules: Part) -> AnyRules:
    """The rules that they name."""
    return registry.game(cast("str", rules["game"])).open(cast("Part", rules["setting"]))
