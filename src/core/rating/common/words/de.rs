//! [`GERMAN`], which no native speaker has read yet.

use super::Language;

const SUBSET: &str = "{name}: In {house} enthalten die Zellen {cells} nur {digits}, also {effect}";
const HIDDEN: &str = "{name}: In {house} stehen die Ziffern {digits} nur in {cells}, also {effect}";
const FISH: &str = "{name} mit {digits}: In {base} steht die Ziffer nur dort, wo {cover} sie kreuzen, also {effect}";
const FINNED: &str = "{name} mit {digits}: In {base} steht die Ziffer nur dort, wo {cover} sie kreuzen, oder in {fins}; \
                      eines von beiden ist wahr, also {effect}";
const CHAIN: &str = "{name}: {chain}; somit gilt: {either}, also {effect}";
const SETS: &str = "{name}: {sets} sind fast gebundene Mengen, verknüpft durch {links}, sodass ein Ende enthält, was beide \
                    haben, also {effect}";
const FORCED: &str =
    "{name}: Eines davon gilt: {starts}; jedes führt zum selben Ergebnis, also {effect}";
const EXTRA: &str =
    "{name}: {rectangle}, also enthält eine der Zellen {roof} die {extra}, daher {effect}";

/// German.
#[rustfmt::skip]
pub const GERMAN: Language = Language {
    code: "de",
    comma: ", ",
    joints: [" und ", " oder "],
    stop: ".",
    houses: ["Zeile {n}", "Spalte {n}", "Block {n}"],
    is: "{cells} ist {digit}",
    first: ["Ist {cells} nicht {digit}", "Ist keine der Zellen {cells} {digit}"],
    second: ", dann ist {cells} {digit}",
    further: [", also ist {cells} {digit}", ", also ist {cells} nicht {digit}", ", also ist keine der Zellen {cells} {digit}"],
    removed: ["{digits} in {cells}", "{digits} in {cells}"],
    removal: "streichen wir {removed}",
    placed: "ist {cells} {digit}",
    set: "{cells} ({digits})",
    colours: "Von den beiden Farben ({one}) und ({other}) enthält eine überall {digits}, die andere nirgends",
    rectangle: "Enthielten {corners} nur {pair}, so ergäbe ein Tausch der beiden eine zweite Lösung",
    techniques: &[
        ("full-house", "Full House", "{name}: {house} hat nur eine offene Zelle, also {effect}"),
        ("naked-single", "Nackter Einer", "{name}: Für die Zelle bleibt nichts anderes, also {effect}"),
        ("hidden-single", "Versteckter Einer", "{name}: {house} hat keinen anderen Platz für {digits}, also {effect}"),
        ("pointing", "Gebundene Kandidaten Typ 1", "{name}: In {from} steht die Ziffer {digits} nur in {to}, also {effect}"),
        ("claiming", "Gebundene Kandidaten Typ 2", "{name}: In {from} steht die Ziffer {digits} nur in {to}, also {effect}"),
        ("naked-pair", "Nacktes Paar", SUBSET),
        ("hidden-pair", "Verstecktes Paar", HIDDEN),
        ("naked-triple", "Nacktes Tripel", SUBSET),
        ("hidden-triple", "Verstecktes Tripel", HIDDEN),
        ("naked-quad", "Nacktes Quadrupel", SUBSET),
        ("hidden-quad", "Verstecktes Quadrupel", HIDDEN),
        ("x-wing", "X-Wing", FISH),
        ("swordfish", "Schwertfisch", FISH),
        ("jellyfish", "Qualle", FISH),
        ("remote-pair", "Remote Pair", "{name}: Auf dem Weg {path} wechseln {digits} einander ab, sodass die Enden beide enthalten, also {effect}"),
        ("skyscraper", "Wolkenkratzer", CHAIN),
        ("two-string-kite", "Two-String Kite", CHAIN),
        ("turbot-fish", "Turbot Fish", CHAIN),
        ("empty-rectangle", "Leeres Rechteck", CHAIN),
        ("w-wing", "W-Wing", CHAIN),
        ("xy-wing", "XY-Wing", "{name}: Welche Ziffer {pivot} auch enthält, eine der Zellen {wings} ist {ends}, also {effect}"),
        ("xyz-wing", "XYZ-Wing", "{name}: In jedem Fall enthält eine der Zellen {pivot}, {wings} die {ends}, also {effect}"),
        ("unique-rectangle-1", "Unique Rectangle Typ 1", "{name}: {rectangle}, also {effect}"),
        ("unique-rectangle-2", "Unique Rectangle Typ 2", EXTRA),
        ("unique-rectangle-3", "Unique Rectangle Typ 3", "{name}: {rectangle}, also enthalten {roof} eine Ziffer mehr und bilden mit {others} eine nackte Menge von {extra} in {house}, daher {effect}"),
        ("unique-rectangle-4", "Unique Rectangle Typ 4", "{name}: {rectangle}, und in {house} steht die Ziffer {extra} nur in {roof}, also {effect}"),
        ("unique-rectangle-5", "Unique Rectangle Typ 5", EXTRA),
        ("unique-rectangle-6", "Unique Rectangle Typ 6", "{name}: {rectangle}, und dazu käme es durch {extra} in {roof}, also {effect}"),
        ("hidden-rectangle", "Hidden Rectangle", "{name}: {rectangle}, und die Linien der Ecke gegenüber {others} haben {extra} nur in den Ecken, also {effect}"),
        ("avoidable-rectangle-1", "Avoidable Rectangle Typ 1", "{name}: {rectangle}, also {effect}"),
        ("avoidable-rectangle-2", "Avoidable Rectangle Typ 2", EXTRA),
        ("bug-plus-one", "BUG+1", "{name}: Ohne diese Ziffer hätte jede offene Zelle zwei Kandidaten und jede Ziffer zwei Plätze in jeder Zeile, jeder Spalte und jedem Block, was es bei einer einzigen Lösung nicht gibt, also {effect}"),
        ("simple-colouring-trap", "Einfache Färbung (Trap)", "{name}: {colours}; was beide sieht, enthält die Ziffer nicht, also {effect}"),
        ("simple-colouring-wrap", "Einfache Färbung (Wrap)", "{name}: {colours}; zwei Zellen der ersten sehen einander, also {effect}"),
        ("sashimi-x-wing", "Sashimi-X-Wing", FINNED),
        ("finned-x-wing", "X-Wing mit Flosse", FINNED),
        ("sashimi-swordfish", "Sashimi-Schwertfisch", FINNED),
        ("finned-swordfish", "Schwertfisch mit Flosse", FINNED),
        ("sashimi-jellyfish", "Sashimi-Qualle", FINNED),
        ("finned-jellyfish", "Qualle mit Flosse", FINNED),
        ("multi-colouring-bridge", "Mehrfache Färbung Typ 1", "{name} mit {digits}: Von den Farben ({one}) und ({other}) ist eine wahr, ebenso von ({third}) und ({fourth}); eine Zelle von ({one}) sieht eine von ({third}), also ist ({other}) oder ({fourth}) wahr, daher {effect}"),
        ("multi-colouring-between", "Mehrfache Färbung Typ 2", "{name} mit {digits}: Von den Farben ({third}) und ({fourth}) ist eine wahr, und Zellen von ({one}) sehen beide, also {effect}"),
        ("wxyz-wing", "WXYZ-Wing", "{name}: {pivot}, {wings} haben für jede ihrer Ziffern außer {ends} höchstens einmal Platz, also enthält eine davon {ends}, daher {effect}"),
        ("sue-de-coq", "Sue de Coq", "{name}: Die Zellen {cells} in {line} und {box}, davon {crossing} in beiden, enthalten genau ihre eigenen Ziffern, {digits}, also {effect}"),
        ("x-chain", "X-Kette", CHAIN),
        ("xy-chain", "XY-Kette", CHAIN),
        ("continuous-nice-loop", "Continuous Nice Loop", "{name}: {chain}, und ebenso andersherum, sodass von je zwei Nachbarn einer wahr ist, also {effect}"),
        ("aic", "AIC", CHAIN),
        ("grouped-aic", "AIC mit Gruppen", CHAIN),
        ("als-xz", "ALS-XZ", SETS),
        ("als-xz/twice", "ALS-XZ", "{name}: {sets} sind fast gebundene Mengen, verknüpft durch {links}, sodass jede eine davon und alle ihre anderen Ziffern enthält, also {effect}"),
        ("als-xy-wing", "ALS-XY-Wing", SETS),
        ("als-chain", "ALS-Kette", SETS),
        ("death-blossom", "Death Blossom", "{name}: Welche Ziffer {stem} auch enthält, sie bindet eine der Mengen {sets} mit der Ziffer, die alle haben, also {effect}"),
        ("forcing-chain", "Forcing Chain", FORCED),
        ("forcing-net", "Forcing Net", FORCED),
        ("forcing-net/contradiction", "Forcing Net", "{name}: Angenommen, {starts}: Das führt zu einem Widerspruch, also {effect}"),
    ],
};
