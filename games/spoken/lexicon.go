package spoken

import "strings"

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

var (
	empty = set("take name play move from of in to and = + i i'd i'll i'm i've ill id im my me we us let's want would " +
		"like will shall am gonna going with please ok okay just now then so number it them counter goes go " +
		"up well yes alright hmm think let")
	// pointing are words before the number or the short name of a place.
	pointing = set("from of pile number name split clear")
	// A number after one of the outside words names a place, or nothing that can be played.
	outside = set("from of in pile end")
	chat    = set("play with like go goes let's us want")
	takers  = set("take name")
	// pointers name a place by where it is, or how high.
	pointers = set("left right middle last biggest smallest part with")
	// yours are said by a player who decides for the other.
	yours = set("you must have your")
)

// synonyms has, after each word that this package knows, others that mean the same, in English, German, French,
// Spanish and Portuguese, without accents.
const synonyms = `
take: takes took taking remove removes removing lift lifts grab pick nimm nehme nehmen nehm entferne prends prendre
enleve enlever retire tomo tomar quito quitar saco tiro tirar pego load unload subtract minus gimme give chop pull
get steal draw eat knock cross strike quita toma llevo llevar retira tira pega pegar
name: say choose nominate dictate sage wahle nenne
split: cut divide break separate teile teilen divise coupe divido parto
clear: empty finish wipe vide vider vacia vaciar limpa leere leeren
leave: leaves leaving keep except make makes making
counter: counters object objects thing things box boxes crate crates container containers stone stones stick sticks match matches matchstick
matchsticks toothpick toothpicks coin coins token tokens piece pieces item items bean beans steine stein streichholz
streichholzer holz holzer munzen jeton jetons allumette allumettes batonnet batonnets palillo palillos pierre pierres
ficha fichas palito palitos piedra piedras cerilla cerillas fosforo fosforos
pile: piles heap heaps stack stacks row rows line column group bunch haufen stapel reihe tas rangee ligne monton fila
pila pilas pilha pilhas columna coluna monte linha vertex node leaf cell square
end: side hand edge seite cote lado
left: leftmost lhs links linke linken linker gauche izquierda izquierdo esquerda esquerdo
right: rightmost rhs rechts rechte rechten rechter droite derecha derecho direita direito
middle: mittlere mittleren milieu
last: letzte letzten letzter dernier derniere ultimo ultima
biggest: big largest large highest high tallest tall großte großten grosste grossten grand grande mayor maior
smallest: small lowest low shortest short little kleinste kleinsten petit petite pequeno pequena menor
all: everything whole entire rest remaining entirely completely alle alles ganz ganze ganzen tout toute tous toutes
todo toda todos todas tudo
please: pls plz bitte danke merci thanks thank
from: off on at out away weg auf von vom aus dans de da del des du
it: them more another en mas mais
the: der die das den dem le la les el los las
max: maximum
half: halves evenly equally
i: ich je eu yo
+: plus
and: und et
part: board game
number: nr
two: couple pair both zwei deux dos dois duas
one: single eins ein eine einen einem un une uno una um uma
three: drei trois tres
four: vier quatre cuatro quatro
five: funf cinq cinco
six: sechs seis
seven: sieben sept siete sete
eight: acht huit ocho oito
nine: neun neuf nueve nove
ten: zehn dix diez dez
eleven: elf onze
twelve: dozen zwolf douze doce doze
first: erste ersten erster premier premiere primer primero primera primeiro primeira
second: zweite zweiten zweiter deuxieme segundo segunda
third: dritte dritten dritter troisieme tercer tercero tercera terceiro terceira
fourth: vierte vierten vierter quatrieme cuarto cuarta quarto quarta
fifth: funfte funften funfter cinquieme quinto quinta`

// meaning leads from a synonym to the word that this package knows.
var meaning = func() map[string]string {
	m, known := map[string]string{}, ""
	for _, w := range strings.Fields(synonyms) {
		if head, ok := strings.CutSuffix(w, ":"); ok {
			known = head
		} else {
			m[w] = known
		}
	}
	return m
}()

// phrases are several words that mean one.
var phrases = strings.NewReplacer("get rid of", "clear", "from the top of", "from", "off the top of", "from", "from the top", "",
	"off the top", "", "go with", "take", "going with", "take", "go for", "take", "as many as possible", "max", "as many as i can", "max",
	"i'll have", "take", "in two halves", "in half", "into two halves", "in half",
	// Japanese has no spaces. A counter word follows its number directly.
	"つ目の", "th ", "番目の", "th ", "番の", "th ", "左から", " from left ", "右から", " from right ", "左", " left ",
	"右", " right ", "端", " end ", "山", " pile ", "列", " pile ", "最後の", " last ", "全部", " all ", "すべて", " all ",
	"から", " ", "を", " ", "の", " ", "つ", " ", "個", " ", "本", " ", "枚", " ", "取ります", " take ", "取る", " take ",
	"とる", " take ", "取って", " take ", "一", "1", "二", "2", "三", "3", "四", "4", "五", "5")

// withoutAccents also makes a word of the French "à" that is no name of a place.
var withoutAccents = strings.NewReplacer("à ", "from ", "á", "a", "â", "a", "ã", "a", "ä", "a", "é", "e", "è", "e",
	"ê", "e", "í", "i", "ó", "o", "õ", "o", "ô", "o", "ö", "o", "ú", "u", "ü", "u", "ç", "c", "ñ", "n")

var cardinals = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen " +
	"fourteen fifteen sixteen seventeen eighteen nineteen twenty")

var ordinals = strings.Fields("zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh " +
	"twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth")

// tens are 10, 20 and so on.
var tens = strings.Fields("ten twenty thirty forty fifty sixty seventy eighty ninety")
