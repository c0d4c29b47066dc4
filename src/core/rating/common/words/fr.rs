//! [`FRENCH`], which no native speaker has read yet.

use super::Language;

const SUBSET: &str =
    "{name} : dans {house}, les cases {cells} ne contiennent que {digits}, donc {effect}";
const HIDDEN: &str =
    "{name} : dans {house}, les chiffres {digits} n’ont de place qu’en {cells}, donc {effect}";
const FISH: &str =
    "{name} de {digits} : dans {base}, ce chiffre n’est que là où passent {cover}, donc {effect}";
const FINNED: &str = "{name} de {digits} : dans {base}, ce chiffre n’est que là où passent {cover}, ou en {fins} ; l’un des \
                      deux est vrai, donc {effect}";
const CHAIN: &str = "{name} : {chain} ; ainsi {either}, et {effect}";
const SETS: &str = "{name} : {sets} sont des ensembles presque verrouillés, liés par {links}, et l’une des extrémités contient \
                    ce que les deux ont en commun, donc {effect}";
const FORCED: &str =
    "{name} : l’un de ces cas est vrai : {starts} ; tous mènent au même résultat, donc {effect}";
const EXTRA: &str = "{name} : {rectangle}, donc l’une des cases {roof} est {extra}, donc {effect}";

/// French.
#[rustfmt::skip]
pub const FRENCH: Language = Language {
    code: "fr",
    comma: ", ",
    joints: [" et ", " ou "],
    stop: ".",
    houses: ["la ligne {n}", "la colonne {n}", "le bloc {n}"],
    is: "{cells} est {digit}",
    first: ["si {cells} n’est pas {digit}", "si aucune des cases {cells} n’est {digit}"],
    second: ", alors {cells} est {digit}",
    further: [", donc {cells} est {digit}", ", donc {cells} n’est pas {digit}", ", donc aucune des cases {cells} n’est {digit}"],
    removed: ["{digits} de {cells}", "{digits} de {cells}"],
    removal: "on retire {removed}",
    placed: "{cells} est {digit}",
    set: "{cells} ({digits})",
    colours: "des deux couleurs ({one}) et ({other}), l’une contient {digits} partout et l’autre nulle part",
    rectangle: "si {corners} ne contenaient que {pair}, un échange des deux donnerait une seconde solution",
    techniques: &[
        ("full-house", "Dernière case", "{name} : {house} n’a plus qu’une case ouverte, donc {effect}"),
        ("naked-single", "Singleton nu", "{name} : il ne reste rien d’autre pour la case, donc {effect}"),
        ("hidden-single", "Singleton caché", "{name} : {house} n’a pas d’autre place pour {digits}, donc {effect}"),
        ("pointing", "Candidats verrouillés, type 1", "{name} : dans {from}, le chiffre {digits} n’est que dans {to}, donc {effect}"),
        ("claiming", "Candidats verrouillés, type 2", "{name} : dans {from}, le chiffre {digits} n’est que dans {to}, donc {effect}"),
        ("naked-pair", "Paire nue", SUBSET),
        ("hidden-pair", "Paire cachée", HIDDEN),
        ("naked-triple", "Triplet nu", SUBSET),
        ("hidden-triple", "Triplet caché", HIDDEN),
        ("naked-quad", "Quadruplet nu", SUBSET),
        ("hidden-quad", "Quadruplet caché", HIDDEN),
        ("x-wing", "X-wing", FISH),
        ("swordfish", "Swordfish", FISH),
        ("jellyfish", "Jellyfish", FISH),
        ("remote-pair", "Remote Pair", "{name} : sur le chemin {path}, les chiffres {digits} alternent, et les extrémités contiennent les deux, donc {effect}"),
        ("skyscraper", "Gratte-ciel", CHAIN),
        ("two-string-kite", "Two-String Kite", CHAIN),
        ("turbot-fish", "Turbot Fish", CHAIN),
        ("empty-rectangle", "Rectangle vide", CHAIN),
        ("w-wing", "W-wing", CHAIN),
        ("xy-wing", "XY-wing", "{name} : quel que soit le chiffre de {pivot}, l’une des cases {wings} est {ends}, donc {effect}"),
        ("xyz-wing", "XYZ-wing", "{name} : dans tous les cas, l’une des cases {pivot}, {wings} est {ends}, donc {effect}"),
        ("unique-rectangle-1", "Rectangle unique, type 1", "{name} : {rectangle}, donc {effect}"),
        ("unique-rectangle-2", "Rectangle unique, type 2", EXTRA),
        ("unique-rectangle-3", "Rectangle unique, type 3", "{name} : {rectangle}, donc {roof} contiennent un chiffre de plus et forment avec {others} un ensemble nu de {extra} dans {house}, donc {effect}"),
        ("unique-rectangle-4", "Rectangle unique, type 4", "{name} : {rectangle}, et dans {house} le chiffre {extra} n’est qu’en {roof}, donc {effect}"),
        ("unique-rectangle-5", "Rectangle unique, type 5", EXTRA),
        ("unique-rectangle-6", "Rectangle unique, type 6", "{name} : {rectangle}, à quoi mènerait {extra} en {roof}, donc {effect}"),
        ("hidden-rectangle", "Rectangle caché", "{name} : {rectangle}, et la ligne et la colonne du coin opposé à {others} n’ont {extra} que dans les coins, donc {effect}"),
        ("avoidable-rectangle-1", "Rectangle évitable, type 1", "{name} : {rectangle}, donc {effect}"),
        ("avoidable-rectangle-2", "Rectangle évitable, type 2", EXTRA),
        ("bug-plus-one", "BUG+1", "{name} : sans ce chiffre, chaque case ouverte aurait deux candidats et chaque chiffre deux places par ligne, colonne et bloc, ce qu’une solution unique n’admet pas, donc {effect}"),
        ("simple-colouring-trap", "Coloriage simple (Trap)", "{name} : {colours} ; ce qui voit les deux ne contient pas ce chiffre, donc {effect}"),
        ("simple-colouring-wrap", "Coloriage simple (Wrap)", "{name} : {colours} ; deux cases de la première se voient, donc {effect}"),
        ("sashimi-x-wing", "X-wing sashimi", FINNED),
        ("finned-x-wing", "X-wing à nageoire", FINNED),
        ("sashimi-swordfish", "Swordfish sashimi", FINNED),
        ("finned-swordfish", "Swordfish à nageoire", FINNED),
        ("sashimi-jellyfish", "Jellyfish sashimi", FINNED),
        ("finned-jellyfish", "Jellyfish à nageoire", FINNED),
        ("multi-colouring-bridge", "Coloriage multiple, type 1", "{name} pour {digits} : l’une des couleurs ({one}) et ({other}) est vraie, et l’une de ({third}) et ({fourth}) ; une case de ({one}) en voit une de ({third}), donc ({other}) ou ({fourth}) est vraie, donc {effect}"),
        ("multi-colouring-between", "Coloriage multiple, type 2", "{name} pour {digits} : l’une des couleurs ({third}) et ({fourth}) est vraie, et des cases de ({one}) voient les deux, donc {effect}"),
        ("wxyz-wing", "WXYZ-wing", "{name} : {pivot}, {wings} ont au plus une fois la place pour chacun de leurs chiffres sauf {ends}, donc l’une de ces cases est {ends}, donc {effect}"),
        ("sue-de-coq", "Sue de Coq", "{name} : les cases {cells} dans {line} et {box}, dont {crossing} dans les deux, ne contiennent que leurs propres chiffres, {digits}, donc {effect}"),
        ("x-chain", "Chaîne X", CHAIN),
        ("xy-chain", "Chaîne XY", CHAIN),
        ("continuous-nice-loop", "Continuous Nice Loop", "{name} : {chain}, et de même en sens inverse, si bien que de deux voisins l’un est vrai, donc {effect}"),
        ("aic", "AIC", CHAIN),
        ("grouped-aic", "AIC groupée", CHAIN),
        ("als-xz", "ALS-XZ", SETS),
        ("als-xz/twice", "ALS-XZ", "{name} : {sets} sont des ensembles presque verrouillés, liés par {links}, et chacun contient l’un de ceux-ci et tous ses autres chiffres, donc {effect}"),
        ("als-xy-wing", "ALS-XY-wing", SETS),
        ("als-chain", "Chaîne d’ALS", SETS),
        ("death-blossom", "Death Blossom", "{name} : quel que soit le chiffre de {stem}, l’un des ensembles {sets} reste verrouillé avec le chiffre que tous ont, donc {effect}"),
        ("forcing-chain", "Forcing Chain", FORCED),
        ("forcing-net", "Forcing Net", FORCED),
        ("forcing-net/contradiction", "Forcing Net", "{name} : supposer que {starts} mène à une contradiction, donc {effect}"),
    ],
};
