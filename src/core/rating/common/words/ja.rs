//! [`JAPANESE`], which no native speaker has read yet.

use super::Language;

const SUBSET: &str = "{name}：{house}の{cells}には{digits}しか入らないので、{effect}";
const HIDDEN: &str = "{name}：{house}で{digits}が入るのは{cells}だけなので、{effect}";
const FISH: &str = "{name}：{base}で{digits}が入るのは{cover}と交わるマスだけなので、{effect}";
const FINNED: &str = "{name}：{base}で{digits}が入るのは{cover}と交わるマスか、{fins}だけで、どちらかは正しいので、{effect}";
const CHAIN: &str = "{name}：{chain}、結局{either}となるので、{effect}";
const SETS: &str = "{name}：{sets}はALSで、{links}でつながり、両端に共通する数字はどちらかの端に入るので、{effect}";
const FORCED: &str = "{name}：{starts}のどれが正しくても同じ結果になるので、{effect}";
const EXTRA: &str = "{name}：{rectangle}ので、{roof}のどれかは{extra}となり、{effect}";

/// Japanese.
#[rustfmt::skip]
pub const JAPANESE: Language = Language {
    code: "ja",
    comma: "、",
    joints: ["、", "または"],
    stop: "。",
    houses: ["{n}行", "{n}列", "ブロック{n}"],
    is: "{cells}が{digit}",
    first: ["{cells}が{digit}でなければ", "{cells}のどれも{digit}でなければ"],
    second: "、{cells}は{digit}になり",
    further: ["、{cells}は{digit}になり", "、{cells}は{digit}でなくなり", "、{cells}はどれも{digit}でなくなり"],
    removed: ["{cells}から{digits}", "{cells}から{digits}"],
    removal: "{removed}を除く",
    placed: "{cells}は{digit}",
    set: "{cells}（{digits}）",
    colours: "二色（{one}）と（{other}）の一方はすべて{digits}で、もう一方に{digits}はない",
    rectangle: "{corners}が{pair}だけになると、二つの数字を入れ替えた別の解ができてしまう",
    techniques: &[
        ("full-house", "フルハウス", "{name}：{house}の空きマスは一つだけなので、{effect}"),
        ("naked-single", "単独候補", "{name}：このマスに入る数字はほかにないので、{effect}"),
        ("hidden-single", "隠れた単独候補", "{name}：{house}で{digits}が入るマスはほかにないので、{effect}"),
        ("pointing", "いずれにしても理論 タイプ1", "{name}：{from}で{digits}が入るのは{to}の中だけなので、{effect}"),
        ("claiming", "いずれにしても理論 タイプ2", "{name}：{from}で{digits}が入るのは{to}の中だけなので、{effect}"),
        ("naked-pair", "二国同盟", SUBSET),
        ("hidden-pair", "隠れた二国同盟", HIDDEN),
        ("naked-triple", "三国同盟", SUBSET),
        ("hidden-triple", "隠れた三国同盟", HIDDEN),
        ("naked-quad", "四国同盟", SUBSET),
        ("hidden-quad", "隠れた四国同盟", HIDDEN),
        ("x-wing", "X-wing", FISH),
        ("swordfish", "Swordfish", FISH),
        ("jellyfish", "Jellyfish", FISH),
        ("remote-pair", "リモートペア", "{name}：{path}の順に{digits}が交互に入り、両端に二つの数字がそろうので、{effect}"),
        ("skyscraper", "スカイスクレーパー", CHAIN),
        ("two-string-kite", "ツーストリングカイト", CHAIN),
        ("turbot-fish", "ターボットフィッシュ", CHAIN),
        ("empty-rectangle", "エンプティレクタングル", CHAIN),
        ("w-wing", "W-wing", CHAIN),
        ("xy-wing", "XY-wing", "{name}：{pivot}がどの数字でも、{wings}のどれかは{ends}なので、{effect}"),
        ("xyz-wing", "XYZ-wing", "{name}：どの場合も{pivot}、{wings}のどれかは{ends}なので、{effect}"),
        ("unique-rectangle-1", "ユニークレクタングル タイプ1", "{name}：{rectangle}ので、{effect}"),
        ("unique-rectangle-2", "ユニークレクタングル タイプ2", EXTRA),
        ("unique-rectangle-3", "ユニークレクタングル タイプ3", "{name}：{rectangle}ので、{roof}にはほかの数字が入り、{others}と合わせて{house}で{extra}の同盟となり、{effect}"),
        ("unique-rectangle-4", "ユニークレクタングル タイプ4", "{name}：{rectangle}。{house}で{extra}が入るのは{roof}だけなので、{effect}"),
        ("unique-rectangle-5", "ユニークレクタングル タイプ5", EXTRA),
        ("unique-rectangle-6", "ユニークレクタングル タイプ6", "{name}：{rectangle}。{roof}に{extra}を入れるとその形になるので、{effect}"),
        ("hidden-rectangle", "ヒドゥンレクタングル", "{name}：{rectangle}。{others}の対角の行と列で{extra}が入るのは四隅だけなので、{effect}"),
        ("avoidable-rectangle-1", "アボイダブルレクタングル タイプ1", "{name}：{rectangle}ので、{effect}"),
        ("avoidable-rectangle-2", "アボイダブルレクタングル タイプ2", EXTRA),
        ("bug-plus-one", "BUG+1", "{name}：この数字がなければ、どの空きマスも候補が二つ、どの数字も各行・列・ブロックで場所が二つになり、解が一つの問題ではありえないので、{effect}"),
        ("simple-colouring-trap", "シンプルカラーリング（Trap）", "{name}：{colours}。両方の色が見えるマスにこの数字は入らないので、{effect}"),
        ("simple-colouring-wrap", "シンプルカラーリング（Wrap）", "{name}：{colours}。初めの色には互いに見える二マスがあるので、{effect}"),
        ("sashimi-x-wing", "サシミX-wing", FINNED),
        ("finned-x-wing", "フィン付きX-wing", FINNED),
        ("sashimi-swordfish", "サシミSwordfish", FINNED),
        ("finned-swordfish", "フィン付きSwordfish", FINNED),
        ("sashimi-jellyfish", "サシミJellyfish", FINNED),
        ("finned-jellyfish", "フィン付きJellyfish", FINNED),
        ("multi-colouring-bridge", "マルチカラーリング タイプ1", "{name}：{digits}について、色（{one}）と（{other}）の一方は正しく、（{third}）と（{fourth}）の一方も正しい。（{one}）のマスから（{third}）のマスが見えるため、（{other}）か（{fourth}）は正しいので、{effect}"),
        ("multi-colouring-between", "マルチカラーリング タイプ2", "{name}：{digits}について、色（{third}）と（{fourth}）の一方は正しく、（{one}）のマスから両方が見えるので、{effect}"),
        ("wxyz-wing", "WXYZ-wing", "{name}：{pivot}、{wings}には{ends}のほかの数字がそれぞれ一度しか入らず、どれかは{ends}なので、{effect}"),
        ("sue-de-coq", "Sue de Coq", "{name}：{line}と{box}の{cells}（両方にあるのは{crossing}）には、ちょうど{digits}が入るので、{effect}"),
        ("x-chain", "Xチェーン", CHAIN),
        ("xy-chain", "XYチェーン", CHAIN),
        ("continuous-nice-loop", "コンティニュアスナイスループ", "{name}：{chain}、逆向きにも同じことがいえ、隣り合う二つの一方は正しいので、{effect}"),
        ("aic", "AIC", CHAIN),
        ("grouped-aic", "グループAIC", CHAIN),
        ("als-xz", "ALS-XZ", SETS),
        ("als-xz/twice", "ALS-XZ", "{name}：{sets}はALSで、{links}でつながり、どちらにもその一つとほかの数字すべてが入るので、{effect}"),
        ("als-xy-wing", "ALS-XY-wing", SETS),
        ("als-chain", "ALSチェーン", SETS),
        ("death-blossom", "デスブロッサム", "{name}：{stem}がどの数字でも、{sets}のどれかが、すべてに共通する数字とともに確定するので、{effect}"),
        ("forcing-chain", "フォーシングチェーン", FORCED),
        ("forcing-net", "フォーシングネット", FORCED),
        ("forcing-net/contradiction", "フォーシングネット", "{name}：{starts}とすると矛盾するので、{effect}"),
    ],
};
