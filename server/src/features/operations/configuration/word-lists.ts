import type { Configuration } from '@kindred/contract'

// What a new installation looks for in reports and messages, in each language that members write in. A star stands for
// any ending. Words that mean something else in another of the languages are left out, such as the German “Kind”.

const list = (...lines: readonly string[]): string[] => [
  ...new Set(lines.flatMap((line) => line.split(',').map((word) => word.trim()))),
]

export const wordLists: Configuration['wordLists'] = {
  minors: list(
    'minor, underage*, under age*, child, children, kid, kids, teen, teens, teenage*',
    'minderjährig*, ein Kind, Kinder, Schulkind*, Jugendliche*',
    'mineur, mineure, mineurs, mineures, enfant, enfants, moins de 18 ans',
    'menor de edad, menores de edad, niño, niña, niños, niñas, adolescente*',
    'criança, crianças, menor de idade, menores de idade',
    'قاصر, قاصرة, قاصرات, طفل, طفلة, أطفال, مراهق*',
  ),
  intimate: list(
    'nude, nudes, naked, intimate image*, intimate photo*, intimate picture*, revenge porn, sextortion',
    'without my consent',
    'Nacktbild*, Nacktfoto*, intime Bilder, intime Fotos, ohne meine Zustimmung',
    'photo intime, photos intimes, photos nues, sans mon accord',
    'foto íntima, fotos íntimas, desnud*, sin mi consentimiento',
    'nudez, sem meu consentimento',
    'صور عارية, صورة عارية, صور حميمة, دون موافقتي',
  ),
  threats: list(
    'kill, murder, suicide, rape, raped, weapon, gun, knife, threat*',
    'umbringen, töten, Mord, ermord*, Messer, Waffe*, vergewaltig*, Selbstmord, Suizid*, droh*, bedroh*',
    'tuer, viol, violer, violé*, couteau, arme, menace*, meurtre',
    'matar, matarte, matarme, asesin*, violación, cuchillo, pistola, amenaz*, suicidio',
    'assassin*, estupr*, faca, ameaç*, suicídio',
    'قتل, قتلي, يقتل*, سأقتل*, اغتصاب, سكين, سلاح, مسدس, تهديد, هدد*, انتحار',
  ),
  fraud: list(
    'scam, scammer, fraud, gift card*, giftcard*, crypto, bitcoin, asked for money, asked me for money',
    'fake profile, fake account',
    'Betrug, Betrüger*, Abzocke, falsches Profil, Fake-Profil',
    'arnaque*, escroc*, carte cadeau, cartes cadeaux, faux profil',
    'estafa*, fraude, tarjeta regalo, perfil falso, cuenta falsa',
    'golpe, golpista*, conta falsa',
    'احتيال, محتال*, نصاب, نصابة, بطاقة هدايا, حساب مزيف',
  ),
  hate: list(
    'racist, racism, nazi, slur, homophobic, transphobic',
    'rassist*, Rassismus, homophob, transphob',
    'raciste*, racisme, homophobe*, transphobe*',
    'racista*, racismo, homófob*, tránsfob*',
    'homofób*, transfób*',
    'عنصري*',
  ),
  money: list(
    'send money, send me money, send cash, send me cash, gift card*, giftcard*, western union, moneygram, bitcoin',
    'crypto, cryptocurrency, invest, invests, investment*, wire transfer, iban, bank details, paypal, cash app',
    'cashapp, loan',
    'schick mir Geld, Geld schicken, mir Geld, überweis*, Gutscheinkarte*, investier*, Kredit, Kontodaten',
    'de l’argent, virement, coordonnées bancaires, investi*, carte cadeau',
    'enviar dinero, envíame dinero, mándame dinero, mandar dinero, transferencia, tarjeta regalo, préstamo',
    'enviar dinheiro, manda dinheiro, mandar dinheiro, me empresta, pix, transferência, empréstimo',
    'المال, حوالة, تحويل بنكي, بطاقة هدايا, استثمار, قرض',
  ),
  elsewhere: list(
    'whatsapp, whats app, telegram, signal me, snap, snapchat, kik, text me at, my number is, hangouts',
    'meine Nummer ist, schreib mir auf',
    'mon numéro est, écris-moi sur',
    'mi número es, escríbeme por',
    'meu número é, me chama no, zap',
    'واتساب, واتس اب, تلغرام, تيليجرام, سناب شات, رقمي هو',
  ),
}
