import { type Configuration, CURRENCY, plans } from '@kindred/contract'

// Word lists of a new installation for reports and messages, in each language that members write in. A star matches any
// ending. Words that mean something else in another of the languages are left out, such as the German “Kind”.

const list = (...lines: readonly string[]): string[] => [
  ...new Set(lines.flatMap((line) => line.split(',').map((word) => word.trim()))),
]

const wordLists: Configuration['wordLists'] = {
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

const rules: Configuration['rules'] = [
  {
    title: 'Be who you say you are',
    text: 'Use your own photos, your real age and one account. Don’t pretend to be someone else.',
  },
  {
    title: 'Adults only',
    text:
      'No one under 18 is allowed here, and no photo or conversation may sexualize minors. ' +
      'We act on this immediately.',
  },
  {
    title: 'No means no',
    text: 'No threats, no insults, and no pushing when someone stops replying. No one owes you a reply.',
  },
  {
    title: 'No hate',
    text:
      'Don’t put anyone down for where they come from, what they believe, how they look, who they love or ' +
      'what their body can do.',
  },
  {
    title: 'Intimate photos only when they’re welcome',
    text: 'Never in a profile, never unsolicited, and never of anyone who hasn’t consented.',
  },
  {
    title: 'No business, no money',
    text: 'No advertising, no selling, and no asking for money, gifts, codes or investments.',
  },
  {
    title: 'Keep private things private',
    text: 'Don’t share anyone’s address, number, messages or photos without their consent.',
  },
  { title: 'Nothing illegal', text: 'Anything illegal offline is forbidden here, too.' },
]

const cannedReplies: Configuration['cannedReplies'] = [
  {
    code: 'received',
    title: 'Received',
    text: 'Hi {name}, thank you for telling us. We’re looking into it and will reply here.',
  },
  {
    code: 'more',
    title: 'Need more details',
    text: 'Hi {name}, thank you. Could you tell us when this happened, and what you saw or did just before?',
  },
  {
    code: 'done',
    title: 'Action taken',
    text: 'Hi {name}, thank you for your report. We’ve reviewed it and acted on it under our community rules.',
  },
  {
    code: 'nothing',
    title: 'No violation found',
    text:
      'Hi {name}, we’ve reviewed your report and found nothing that breaks our rules. You can block anyone at ' +
      'any time. We won’t tell them.',
  },
  {
    code: 'mended',
    title: 'Fixed',
    text:
      'Hi {name}, this is fixed now. Please reload the page, and reply here if you still see it. ' + 'Best, {brand}',
  },
]

/** As in the specification. The web app translates these labels. */
const figures: Configuration['figures'] = [
  { value: '50K+', label: 'Active users' },
  { value: '1K+', label: 'Success stories' },
  { value: '95%', label: 'Satisfaction' },
  { value: '24/7', label: 'Support' },
]

const { monthly, quarterly, annual } = plans

export const defaults = {
  figures,
  rules,
  cannedReplies,
  wordLists,
  currency: CURRENCY,
  automaticTax: false,
  yourTurnLimit: 8,
  prices: { monthly: monthly.amount, quarterly: quarterly.amount, annual: annual.amount },
  trialDays: { monthly: monthly.trialDays, quarterly: quarterly.trialDays, annual: annual.trialDays },
}
