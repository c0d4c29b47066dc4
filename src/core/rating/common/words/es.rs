//! [`SPANISH`], which no native speaker has read yet.

use super::Language;

const SUBSET: &str =
    "{name}: en {house} las casillas {cells} solo contienen {digits}, así que {effect}";
const HIDDEN: &str =
    "{name}: en {house} las cifras {digits} solo están en {cells}, así que {effect}";
const FISH: &str =
    "{name} de {digits}: en {base} la cifra solo está donde las cruzan {cover}, así que {effect}";
const FINNED: &str = "{name} de {digits}: en {base} la cifra solo está donde las cruzan {cover}, o en {fins}; una de las dos cosas \
                      es cierta, así que {effect}";
const CHAIN: &str = "{name}: {chain}; por tanto {either}, y {effect}";
const SETS: &str = "{name}: {sets} son conjuntos casi bloqueados, unidos por {links}, de modo que un extremo contiene lo que \
                    tienen ambos, así que {effect}";
const FORCED: &str = "{name}: uno de estos casos es cierto: {starts}; todos llevan al mismo resultado, así que {effect}";
const EXTRA: &str =
    "{name}: {rectangle}; por tanto una de las casillas {roof} es {extra}, así que {effect}";

/// Spanish.
#[rustfmt::skip]
pub const SPANISH: Language = Language {
    code: "es",
    comma: ", ",
    joints: [" y ", " o "],
    stop: ".",
    houses: ["la fila {n}", "la columna {n}", "la caja {n}"],
    is: "{cells} es {digit}",
    first: ["si {cells} no es {digit}", "si ninguna de las casillas {cells} es {digit}"],
    second: ", entonces {cells} es {digit}",
    further: [", luego {cells} es {digit}", ", luego {cells} no es {digit}", ", luego ninguna de las casillas {cells} es {digit}"],
    removed: ["{digits} de {cells}", "{digits} de {cells}"],
    removal: "quitamos {removed}",
    placed: "{cells} es {digit}",
    set: "{cells} ({digits})",
    colours: "de los dos colores ({one}) y ({other}), uno contiene {digits} en todas partes y el otro en ninguna",
    rectangle: "si {corners} solo contuvieran {pair}, intercambiar las dos cifras daría una segunda solución",
    techniques: &[
        ("full-house", "Última casilla", "{name}: {house} solo tiene una casilla abierta, así que {effect}"),
        ("naked-single", "Único desnudo", "{name}: no queda otra cifra para la casilla, así que {effect}"),
        ("hidden-single", "Único oculto", "{name}: {house} no tiene otro sitio para {digits}, así que {effect}"),
        ("pointing", "Candidatos bloqueados, tipo 1", "{name}: en {from} la cifra {digits} solo está en {to}, así que {effect}"),
        ("claiming", "Candidatos bloqueados, tipo 2", "{name}: en {from} la cifra {digits} solo está en {to}, así que {effect}"),
        ("naked-pair", "Par desnudo", SUBSET),
        ("hidden-pair", "Par oculto", HIDDEN),
        ("naked-triple", "Trío desnudo", SUBSET),
        ("hidden-triple", "Trío oculto", HIDDEN),
        ("naked-quad", "Cuarteto desnudo", SUBSET),
        ("hidden-quad", "Cuarteto oculto", HIDDEN),
        ("x-wing", "X-wing", FISH),
        ("swordfish", "Pez espada", FISH),
        ("jellyfish", "Medusa", FISH),
        ("remote-pair", "Par remoto", "{name}: por el camino {path} se alternan las cifras {digits}, de modo que los extremos contienen las dos, así que {effect}"),
        ("skyscraper", "Rascacielos", CHAIN),
        ("two-string-kite", "Cometa de dos cuerdas", CHAIN),
        ("turbot-fish", "Turbot Fish", CHAIN),
        ("empty-rectangle", "Rectángulo vacío", CHAIN),
        ("w-wing", "W-wing", CHAIN),
        ("xy-wing", "XY-wing", "{name}: sea cual sea la cifra de {pivot}, una de las casillas {wings} es {ends}, así que {effect}"),
        ("xyz-wing", "XYZ-wing", "{name}: en todo caso una de las casillas {pivot}, {wings} es {ends}, así que {effect}"),
        ("unique-rectangle-1", "Rectángulo único, tipo 1", "{name}: {rectangle}, así que {effect}"),
        ("unique-rectangle-2", "Rectángulo único, tipo 2", EXTRA),
        ("unique-rectangle-3", "Rectángulo único, tipo 3", "{name}: {rectangle}; por tanto {roof} contienen una cifra más y forman con {others} un conjunto desnudo de {extra} en {house}, así que {effect}"),
        ("unique-rectangle-4", "Rectángulo único, tipo 4", "{name}: {rectangle}, y en {house} la cifra {extra} solo está en {roof}, así que {effect}"),
        ("unique-rectangle-5", "Rectángulo único, tipo 5", EXTRA),
        ("unique-rectangle-6", "Rectángulo único, tipo 6", "{name}: {rectangle}, a lo que llevaría {extra} en {roof}, así que {effect}"),
        ("hidden-rectangle", "Rectángulo oculto", "{name}: {rectangle}, y la fila y la columna de la esquina opuesta a {others} solo tienen {extra} en las esquinas, así que {effect}"),
        ("avoidable-rectangle-1", "Rectángulo evitable, tipo 1", "{name}: {rectangle}, así que {effect}"),
        ("avoidable-rectangle-2", "Rectángulo evitable, tipo 2", EXTRA),
        ("bug-plus-one", "BUG+1", "{name}: sin esta cifra, cada casilla abierta tendría dos candidatos y cada cifra dos sitios en cada fila, columna y caja, lo que una solución única no permite, así que {effect}"),
        ("simple-colouring-trap", "Coloreado simple (Trap)", "{name}: {colours}; lo que ve ambos no contiene la cifra, así que {effect}"),
        ("simple-colouring-wrap", "Coloreado simple (Wrap)", "{name}: {colours}; dos casillas del primero se ven, así que {effect}"),
        ("sashimi-x-wing", "X-wing sashimi", FINNED),
        ("finned-x-wing", "X-wing con aleta", FINNED),
        ("sashimi-swordfish", "Pez espada sashimi", FINNED),
        ("finned-swordfish", "Pez espada con aleta", FINNED),
        ("sashimi-jellyfish", "Medusa sashimi", FINNED),
        ("finned-jellyfish", "Medusa con aleta", FINNED),
        ("multi-colouring-bridge", "Coloreado múltiple, tipo 1", "{name} para {digits}: uno de los colores ({one}) y ({other}) es cierto, y uno de ({third}) y ({fourth}); una casilla de ({one}) ve una de ({third}), luego ({other}) o ({fourth}) es cierto, así que {effect}"),
        ("multi-colouring-between", "Coloreado múltiple, tipo 2", "{name} para {digits}: uno de los colores ({third}) y ({fourth}) es cierto, y casillas de ({one}) ven ambos, así que {effect}"),
        ("wxyz-wing", "WXYZ-wing", "{name}: en {pivot}, {wings} cada una de sus cifras salvo {ends} cabe una vez como mucho; por tanto una de ellas es {ends}, así que {effect}"),
        ("sue-de-coq", "Sue de Coq", "{name}: las casillas {cells} en {line} y {box}, de ellas {crossing} en ambas, contienen justo sus propias cifras, {digits}, así que {effect}"),
        ("x-chain", "Cadena X", CHAIN),
        ("xy-chain", "Cadena XY", CHAIN),
        ("continuous-nice-loop", "Continuous Nice Loop", "{name}: {chain}, y lo mismo en sentido contrario, de modo que de cada dos vecinos uno es cierto, así que {effect}"),
        ("aic", "AIC", CHAIN),
        ("grouped-aic", "AIC con grupos", CHAIN),
        ("als-xz", "ALS-XZ", SETS),
        ("als-xz/twice", "ALS-XZ", "{name}: {sets} son conjuntos casi bloqueados, unidos por {links}, de modo que cada uno contiene una de estas y todas sus demás cifras, así que {effect}"),
        ("als-xy-wing", "ALS-XY-wing", SETS),
        ("als-chain", "Cadena de ALS", SETS),
        ("death-blossom", "Death Blossom", "{name}: sea cual sea la cifra de {stem}, uno de los conjuntos {sets} queda bloqueado con la cifra que tienen todos, así que {effect}"),
        ("forcing-chain", "Cadena forzada", FORCED),
        ("forcing-net", "Red forzada", FORCED),
        ("forcing-net/contradiction", "Red forzada", "{name}: suponer que {starts} lleva a una contradicción, así que {effect}"),
    ],
};
