// The search of the site: the same index and the same ranking as `shinkansen search` (shinkansen/core/search.py and
// words.py, where it is explained), point by point; a test holds the two together. The page is at the end.
"use strict";

globalThis.RulesSearch = (() => {
  const share = (points, percent) => Math.floor((points * percent) / 100);
  const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

  // -- Words

  function words(text) {
    const bare = text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/\u2019/g, "'");
    return (bare.match(/[a-z0-9]+(?:'[a-z]+)?/g) ?? []).map((word) => word.replace(/'s$/, "").replace(/'/g, ""));
  }

  class Language {
    constructor(raw) {
      this.steps = raw.steps;
      this.forms = new Map(Object.entries(raw.forms));
      this.little = new Set(raw.little);
      this.weak = new Set(raw.weak);
      this.meanings = new Map(Object.entries(raw.meanings));
      this.said = new Map(Object.entries(raw.said));
      this.longest = raw.longest;
      this.share = raw.share;
    }

    stem(word) {
      word = this.forms.get(word) ?? word;
      for (const step of this.steps) {
        const fits = step.find(([ending, , least]) => word.endsWith(ending) && word.length - ending.length >= least);
        if (fits) word = word.slice(0, word.length - fits[0].length) + fits[1];
      }
      return word;
    }

    knows(word) {
      const stem = this.stem(word);
      return this.little.has(stem) || this.meanings.has(stem);
    }

    terms(text) {
      const stems = words(text).map((word) => this.stem(word));
      const found = new Set();
      stems.forEach((stem, start) => {
        if (!this.little.has(stem)) found.add(stem);
        for (let length = 1; length <= Math.min(this.longest, stems.length - start); length++) {
          const phrase = stems.slice(start, start + length).join(" ");
          if (length > 1 && this.meanings.has(phrase)) found.add(phrase);
          for (const term of this.said.get(phrase) ?? []) found.add(term);
        }
      });
      return found;
    }

    content(text) {
      const stems = new Set(words(text).map((word) => this.stem(word)));
      return [...stems].filter((stem) => !this.little.has(stem))
        .map((stem) => [stem, this.weak.has(stem) ? this.share : 100]);
    }

    units(asked) {
      const stems = asked.map((word) => this.stem(word));
      const found = [];
      const known = new Set();
      for (let start = 0, length; start < stems.length; start += length) {
        length = this.reach(stems, start);
        const phrase = stems.slice(start, start + length);
        const whole = phrase.join(" ");
        if (known.has(whole) || (length === 1 && this.little.has(whole))) continue;
        known.add(whole);
        const parts = length > 1 ? [...new Set(phrase)].filter((stem) => !this.little.has(stem)) : [];
        found.push({ meanings: this.asked(whole), parts: parts.map((stem) => this.asked(stem)) });
      }
      return found;
    }

    asked(phrase) {
      const percent = this.weak.has(phrase) ? this.share : 100;
      const meanings = [[phrase, 100], ...(this.meanings.get(phrase) ?? [])];
      return meanings.map(([term, weight]) => [term, share(weight, percent)]);
    }

    reach(stems, start) {
      for (let length = Math.min(this.longest, stems.length - start); length > 1; length--) {
        if (this.meanings.has(stems.slice(start, start + length).join(" "))) return length;
      }
      return 1;
    }
  }

  // -- Ids

  const key = (written) => (written.toLowerCase().replace(/@[0-9]+/g, "").match(/[a-z]+|[0-9]+/g) ?? []).join(".");

  function pairs(row) {
    const found = [];
    for (let place = 0; place < row.length; place += 2) found.push([row[place], row[place + 1]]);
    return found;
  }

  // -- The index

  class Index {
    constructor(raw) {
      this.language = new Language(raw.language);
      this.entries = raw.entries;
      this.kinds = Object.entries(raw.kinds).map(([kind, before]) => [kind, new Set(before)]);
      this.meant = new Set(raw.meant);
      this.rarity = new Map(Object.entries(raw.rarity));
      this.points = new Map(Object.entries(raw.points).map(([term, row]) => [term, pairs(row)]));
      this.keys = new Map(Object.entries(raw.keys).map(([written, row]) => [written, pairs(row)]));
      this.vocabulary = new Map(Object.entries(raw.vocabulary));
      this.most = raw.most;
      this.shares = raw.shares;
      this.strange = raw.strange;
      this.passages = raw.entries.map((entry) =>
        [entry.title, ...entry.says.map(([, text]) => text), ...entry.also].map((text) => this.passage(text)));
    }

    passage(text) {
      const tells = sum(this.language.content(text).map(([stem, percent]) => share(this.rarity.get(stem), percent)));
      return { terms: this.language.terms(text), tells };
    }

    search(question) {
      const problem = this.problem(question);
      if (problem) return { problem, hits: [], readAs: [], unknown: [] };
      const { asked, readAs, unknown } = this.read(question);
      const named = this.byId(question).map(([entry, sentence]) => ({ entry, sentence, points: 0, covers: 100 }));
      if (named.length && /[0-9]/.test(question)) return { hits: unique(named), readAs: [], unknown: [] };
      const hits = unique([...named, ...this.byWords(asked, unknown.length * this.strange)]);
      const [best] = hits;
      return best && best.covers < this.shares.least
        ? { hits: [], readAs, unknown, nearest: best } : { hits, readAs, unknown };
    }

    problem(question) {
      if (Array.from(question).length > this.most.characters || words(question).length > this.most.words) {
        return `This question is too long: expected at most ${this.most.characters} characters and ${this.most.words} words.`;
      }
      if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(question)) {
        return "This question has a control character: expected words to look for.";
      }
      if (!words(question).length) {
        return `There is no word or number in this question: expected English words or an id such as ${this.entries[0].id}.`;
      }
      return "";
    }

    byId(question) {
      const found = this.at(key(question));
      if (found.length) return found;
      for (const written of question.match(/[!-~]+/g) ?? []) {
        if (key(written).includes(".")) found.push(...this.at(key(written), false));
      }
      return found;
    }

    at(id, below = true) {
      const [first, ...rest] = id.split(".");
      const kinds = new Set(this.kinds.filter(([, before]) => before.has(first)).map(([kind]) => kind));
      const found = this.exactly(id, new Set(), below);
      return found.length || !kinds.size || !rest.length ? found : this.exactly(rest.join("."), kinds, below);
    }

    exactly(id, kinds, below) {
      const found = [...(this.keys.get(id) ?? [])];
      const known = new Set(found.map(([entry]) => entry));
      if (below && /^[0-9]/.test(id)) {
        const others = new Set();
        for (const [other, all] of this.keys) {
          if (other.startsWith(`${id}.`)) all.forEach(([entry]) => known.has(entry) || others.add(entry));
        }
        found.push(...[...others].sort((one, other) => one - other).map((entry) => [entry, 0]));
      }
      return found.filter(([entry]) => !kinds.size || kinds.has(this.entries[entry].kind));
    }

    read(question) {
      const asked = [];
      const readAs = new Map();
      const unknown = new Set();
      for (const word of words(question.replace(/[0-9]+(?:\.[0-9]+)+/g, " "))) {
        if (this.vocabulary.has(word) || this.language.knows(word) || this.points.has(this.language.stem(word))) {
          asked.push(word);
          continue;
        }
        const near = this.nearest(word);
        if (near) {
          readAs.set(word, near);
          asked.push(near);
        } else if (word.length > 1) unknown.add(word);
      }
      return { asked, readAs: [...readAs], unknown: [...unknown] };
    }

    byWords(asked, strange) {
      const units = this.language.units(asked);
      let total = 1;
      const found = new Map();
      for (const unit of units) {
        total += this.weight(unit);
        for (const [entry, gain] of this.gains(unit)) {
          const row = found.get(entry) ?? { covered: 0, points: 0, terms: new Set() };
          row.covered += gain.covers;
          if (!row.terms.has(gain.term)) row.points += gain.points;
          row.terms.add(gain.term);
          found.set(entry, row);
        }
      }
      const wanted = new Set(
        this.kinds.filter(([, before]) => asked.some((word) => before.has(word))).map(([kind]) => kind));
      const meant = units.some(({ meanings }) => meanings.some(([term]) => this.meant.has(term)));
      const hits = [...found].map(([entry, row]) => {
        const { kind, aside, about } = this.entries[entry];
        const { alike, sentence } = this.alike(entry, units, total);
        let points = Math.floor((row.points * (total + 3 * row.covered)) / (4 * total));
        points = share(points, 100 + share(this.shares.alike, alike));
        points = share(points, wanted.has(kind) ? this.shares.wanted : 100);
        points = share(points, (meant ? !about : aside) ? this.shares.aside : 100);
        return { entry, sentence, points, covers: Math.floor((100 * row.covered) / (total + strange)) };
      });
      return hits.sort((one, other) => other.points - one.points || one.entry - other.entry);
    }

    tells(meanings) {
      return Math.max(0, ...meanings.map(([term, percent]) => share(this.rarity.get(term) ?? 0, percent)));
    }

    weight({ meanings, parts }) {
      return Math.max(this.tells(meanings), share(sum(parts.map((part) => this.tells(part))), this.shares.split));
    }

    gains(unit) {
      const gains = this.best(unit.meanings);
      const parts = new Map();
      for (const meanings of unit.parts) {
        for (const [entry, gain] of this.best(meanings)) {
          const before = parts.get(entry) ?? { points: 0, term: "", covers: 0 };
          parts.set(entry, {
            points: before.points + gain.points,
            term: `${before.term} ${gain.term}`,
            covers: before.covers + gain.covers,
          });
        }
      }
      for (const [entry, gain] of parts) {
        const points = share(gain.points, this.shares.split);
        if (!gains.has(entry) || points > gains.get(entry).points) {
          const covers = Math.min(share(gain.covers, this.shares.split), this.weight(unit));
          gains.set(entry, { points, term: gain.term, covers });
        }
      }
      return gains;
    }

    best(meanings) {
      const covers = this.tells(meanings);
      const best = new Map();
      for (const [term, percent] of meanings) {
        for (const [entry, whole] of this.points.get(term) ?? []) {
          const points = share(whole, percent);
          if (!best.has(entry) || points > best.get(entry).points) best.set(entry, { points, term, covers });
        }
      }
      return best;
    }

    alike(entry, units, total) {
      let [alike, sentence, most] = [0, 0, 0];
      const sentences = this.entries[entry].says.length;
      this.passages[entry].forEach(({ terms, tells }, place) => {
        const common = sum(units.map((unit) => this.common(terms, unit)));
        alike = Math.max(alike, Math.floor((100 * common) / Math.max(total + tells - common, common, 1)));
        if (common > most && place >= 1 && place <= sentences) [sentence, most] = [place - 1, common];
      });
      return { alike, sentence };
    }

    common(terms, { meanings, parts }) {
      const has = (all) => this.tells(all.filter(([term]) => terms.has(term)));
      return Math.max(has(meanings), share(sum(parts.map(has)), this.shares.split));
    }

    // -- Words that are not quite there

    nearest(word) {
      const most = Math.max(0, ...this.most.mistakes.filter(([letters]) => word.length >= letters).map(([, all]) => all));
      if (!most) return "";
      const near = [];
      for (const [other, times] of this.vocabulary) {
        if (Math.abs(word.length - other.length) > most || other.length <= 3) continue;
        const steps = apart(word, other, most);
        if (steps <= most) near.push([steps, -times, other]);
      }
      const begun = [...this.vocabulary].filter(([other]) => other.startsWith(word));
      const found = near.length ? near : begun.map(([other, times]) => [0, -times, other]);
      found.sort((one, other) => one[0] - other[0] || one[1] - other[1] || (one[2] < other[2] ? -1 : 1));
      return found[0]?.[2] ?? "";
    }
  }

  function apart(one, other, most) {
    let [earlier, before, row] = [[], [], Array.from({ length: other.length + 1 }, (_, place) => place)];
    for (let place = 1; place <= one.length; place++) {
      [earlier, before, row] = [before, row, [place]];
      for (let column = 1; column <= other.length; column++) {
        const wrong = one[place - 1] === other[column - 1] ? 0 : 1;
        let steps = Math.min(before[column] + 1, row[column - 1] + 1, before[column - 1] + wrong);
        if (place > 1 && column > 1 && one[place - 1] === other[column - 2] && one[place - 2] === other[column - 1]) {
          steps = Math.min(steps, earlier[column - 2] + 1);
        }
        row.push(steps);
      }
      if (Math.min(...row) > most && Math.min(...before) > most) return most + 1;
    }
    return row[other.length];
  }

  function unique(hits) {
    const known = new Set();
    return hits.filter(({ entry }) => !known.has(entry) && known.add(entry));
  }

  return { Index, words };
})();

// -- The page ---------------------------------------------------------------------------------------------------------

if (typeof document !== "undefined") {
  // Sphinx would mark every "can" and "pay" of a question on whatever page is opened next.
  window.addEventListener("pagehide", () => localStorage.removeItem("sphinx_highlight_terms"));
  document.addEventListener("DOMContentLoaded", () => {
    const place = document.getElementById("rules-results");
    const stored = [...document.querySelectorAll("script.rules-index")];
    const others = document.getElementById("other-pages");
    const question = new URLSearchParams(window.location.search).get("q") ?? "";
    if (!place || !stored.length) return;
    if (!question.trim()) {
      others.hidden = true;
      place.append("Ask as you would at the table, or give the number of a clause or ruling.");
      return;
    }
    // Each game has an index of its own: two games may have clauses and rulings with the same numbers.
    const title = (element) => (stored.length > 1 ? `Rules of ${element.dataset.title}` : "Rules");
    const asked = stored.map((element) => {
      const raw = JSON.parse(element.textContent);
      const index = new RulesSearch.Index(raw);
      return { title: title(element), raw, index, found: index.search(question) };
    });
    // The usual game comes first, unless another one answers clearly better.
    const clearly = (one, other) => strength(one.found) >= 1.25 * strength(other.found) && strength(one.found) > strength(other.found);
    asked.sort((one, other) => clearly(other, one) - clearly(one, other));
    const named = asked.map((each) => answer(place, each, question));
    // Whoever gives an id wants nothing else.
    others.hidden = named.includes(true);
  });

  const strength = ({ hits: [best] }) => (best ? best.covers * best.points || Infinity : 0);

  function made(tag, parts, attributes = {}) {
    const element = document.createElement(tag);
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
    element.append(...parts);
    return element;
  }

  // Shows what one index has about a question; tells whether the question is an id.
  function answer(place, { title, raw, index, found }, question) {
    const MOST = 12;
    const numbers = new Map(raw.entries.map((entry, number) => [entry.id, number]));

    // Every word of a sentence that was asked for, or that means the same, is marked.
    function marked(sentence, units) {
      const asked = new Set(units.flatMap(({ meanings, parts }) => [meanings, ...parts].flat().map(([term]) => term)));
      return sentence.split(/([A-Za-z0-9'\u2019]+)/).map((part, place) => {
        const hit = place % 2 && [...index.language.terms(part)].some((term) => asked.has(term));
        return hit ? made("mark", [part]) : part;
      });
    }

    function link(id, words, anchor = "") {
      return made("a", [words], { href: raw.addresses[numbers.get(id)] + anchor });
    }

    function shown({ entry: number, sentence }, units) {
      const entry = raw.entries[number];
      const lines = [];
      const answers = entry.says.filter(([label]) => label);
      const said = entry.says[sentence];
      // The preferred answer comes first; whoever finds another one sees both.
      for (const [label, text] of new Set([...answers.slice(0, 1), said])) {
        lines.push(made("p", [...(label ? [made("b", [`${label}: `])] : []), ...marked(text, units)]));
      }
      if (answers.length > 1) {
        const others = answers.slice(1).map(([label]) => label).join(", ");
        lines.push(made("p", [`We prefer ${answers[0][0]}; it can also be read as ${others}.`], { class: "rules-note" }));
      }
      if (entry.see.length) {
        const kind = raw.entries[numbers.get(entry.see[0])].kind;
        const links = entry.see.flatMap((id, place) => [...(place ? [", "] : [" "]), link(id, id)]);
        lines.push(made("p", [kind + (entry.see.length > 1 ? "s" : ""), ...links], { class: "rules-note" }));
      }
      const name = ["clause", "ruling"].includes(entry.kind) ? `${entry.id} ` : "";
      return made("li", [
        link(entry.id, `${name}${entry.title}`, said[0] ? `#${entry.id}-${said[0]}` : ""), " ", made("span", [entry.kind], { class: "kind" }), ...lines,
      ]);
    }

    const units = index.language.units(RulesSearch.words(
      found.readAs.reduce((text, [typed, read]) => text.replaceAll(typed, read), question.toLowerCase())));
    place.append(made("h2", [title]));
    for (const [typed, read] of found.readAs) {
      place.append(made("p", [`No entry contains \u201c${typed}\u201d; read as \u201c${read}\u201d.`], { class: "rules-note" }));
    }
    if (found.problem || !found.hits.length) {
      place.append(made("p", [found.problem || `No rule was found for \u201c${question}\u201d; try other words.`]));
      return false;
    }
    const list = made("ol", found.hits.slice(0, MOST).map((hit) => shown(hit, units)));
    place.append(list);
    if (found.hits.length > MOST) {
      const more = made("button", [`${found.hits.length - MOST} more`], { type: "button" });
      more.addEventListener("click", () => {
        list.append(...found.hits.slice(MOST).map((hit) => shown(hit, units)));
        more.remove();
      });
      place.append(more);
    }
    return found.hits[0].points === 0;
  }
}
