import type { Signal } from '@kindred/contract'

// What the rule about first messages of a new installation looks for, in English, German and Spanish. No signal is
// enough by itself, except for what hardly anyone writes to someone they don't know: threats and codes. Words that
// honest people use every day, such as those for rent, work or illness, count less than those for asking for money.

const list = (...lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split(',').map((word) => word.trim()))

const contact = list(
  'whatsapp, whats app, telegram, hangouts, viber, snap, snapchat, kik, google chat, line id, skype, wechat',
  'discord, message me',
  'your email, my email, add me, write me',
  'deine E-Mail, meine E-Mail, schreib mir, schreibe mir, weiterschreiben',
  'tu correo, mi correo, escríbeme, escribeme, agrégame, pásate, háblame',
)
const excuse = list(
  'rarely, hardly, almost never, not on here, don’t use dating apps*, don’t use this*, deleting this*',
  'delete my profile',
  'subscription ends, network here*, bad connection, fake people*, new here, battery, phone is about to die',
  'selten, fast nie, lösche mein*, Internet ist schlecht, kaum, nur noch heute',
  'casi no, casi nunca, rara vez, borro mi*, señal es*, gente falsa',
)
const story = list(
  'offshore, oil rig, petroleum, sergeant, deployed, peacekeep*, surgeon, widow*',
  'inherit*, fortune, late husband, late wife, diplomat*, trunk box, gold dealer, millionaire, wealthy',
  'Bohrinsel, im Einsatz, Chirurg*, UNO, Witwe*, verstorben*, hinterlassen, geerbt, Vermögen',
  'Diplomat*',
  'Goldhändler, wohlhabend',
  'petrolero*, plataforma petrolera, cirujan*, ONU, viud*, heredé, herencia, fortuna, diplomátic*',
)
const money = list(
  'lend, borrow, give it back, refund*, pay you back, pay me, return it, wire, send me, send something',
  'western union, zelle, moneygram, bizum',
  'cash app, cashapp, venmo, paypal, bank account, bank details, account number, online banking, credit card',
  'deposit',
  'debt, debts, reimburse*, customs, loan, short for',
  'leih*, borg*, schick mir, schickst du mir, sende mir, erstatte*, Schulden, übernimm*',
  'überweis*, Paypal, Konto, Kontodaten, Kontonummer, Online-Banking',
  'Gebühr*, Zollgebühr*, Kreditkarte, Anzahlung, Startkapital',
  'presta*, préstame, préstamo, envía*, envíes, envíame, mándame, mandas, reembols*, deuda*',
  'págame, transferencia, devuelvo, paypal',
  'cuenta bancaria, número de cuenta, depósito',
)
const trade = list(
  'crypto*, bitcoin*, btc, usdt, forex, trading, trader, invest*, broker, wallet, profit*',
  'portfolio*, stocks',
  'mining, miner, my mentor, my analyst, financial adviser, financial advisor',
  'Krypto*, investier*, Investition*, Anlage*, Anleger*, Rendite, Gewinn, Aktien, Einzahlung*',
  'handle mit, Mentor, Finanzberater',
  'Mining*, Börse*',
  'cripto*, inver*, acciones, cartera de, bróker, billetera, minería, ganancia*',
  'mi mentor, analista, asesor',
)
const gain = list(
  'guarantee*, double*, doubling, passive income, daily payout, returns',
  'garantier*, verdoppel*',
  'garantiza*, duplic*, multiplic*, ganar dinero',
)
const gift = list(
  'gift card*, giftcard*, steam card*, apple card*, itunes card*, amazon card*, google play, amazon gift*, razer gold*',
  'Paysafecard*, Gutscheinkarte*, Gutscheincode*, Apple-Karte*, Steam-Karte*, Google Play, Amazon-Karte*',
  'tarjeta regalo, tarjetas regalo, tarjeta de regalo, tarjeta de amazon, tarjetas de apple, google play',
)
const plea = list(
  'emergency, urgent*, stolen, robbed, stranded, no one else, help me, detained',
  'arrested',
  'blocked, locked out, swear, visa, plane ticket, for the flight, small favor, a favor, kindly',
  'I hate to ask',
  'Notfall, dringend, gestohlen, hilf mir, gesperrt',
  'sitze fest, festgenommen, Visum',
  'fürs Ticket, für den Flug, hält mich fest, Gefallen, Schulgeld',
  'emergencia, urgente, robaron, bloquearon, ayudame, ayúdame, ayudes, ayudas',
  'detuvieron, visa, boleto, para el vuelo, un favor',
)
const endearment = list(
  'dear, my love, baby, babe, darling, sweetheart, honey, beautiful, handsome, soulmate, my friend, fate',
  'God, trust me',
  'love you, can I trust you',
  'meine Liebe, Schatz, Engel, Liebling, süß, süßer, süße, füreinander bestimmt, Gott, vertraue dir',
  'mi amor, mi vida, cariño, preciosa, guapo, mi reina, bb, bebé, corazón, Dios, confía en mí, lindo',
)
const lure = list(
  'private page, more pics, my pics, nudes, horny, no strings, sugar baby, allowance, 18+, onlyfans',
  'for free, its free',
  'first week is free, hookup, spoil you, private video',
  'heißen Bilder, heiße Bilder, Taschengeld*, kostenlos anmelden, ab 18, umsonst, Lust auf mehr, verwöhne dich',
  'página privada, sin ropa, nudes, es gratis, mimarla, +18, consentirte',
)
const threat = list(
  'recorded you, your nude*, everyone sees, your friends and family, your contacts, send this video*',
  'or your family*',
  'or everyone*, or else, in the next hour',
  'deine Nacktbilder, sehen es alle, bekommt es, das Video von, in einer Stunde, sonst',
  'grabé, tus fotos íntimas, las ven todos, a todos tus contactos, en una hora',
)
const code = list(
  '6 digit code, six digit code, verification code, read me the*, sending a code*, code by SMS, code to your phone',
  'SMS mit einem Code, Code per SMS, Bestätigungscode, einen Code, den Code',
  'un código, código por SMS, código de verificación, el código',
)
const sign = list(
  'verify, verified, verification, register, sign up, login, click the link, badge',
  'download the app',
  'verifizier*, anmelden, melde dich, registrier*, klicken, Anmeldegebühr',
  'verifica*, te registras, regístrate, entra aquí, entra por, carnet, abre una cuenta, clave',
)
const task = list(
  'from home, no experience, my manager, our company, our agency, activation payment',
  'brand ambassador',
  'von zu Hause, meiner Chefin, unsere Agentur, Markenbotschafter*, dein Ausweis, deinen Ausweis',
  'desde casa, mi jefa, nuestra agencia, embajadora, tu DNI',
)

const costs = list(
  'fee, fees, insurance, payment*, money, pay the, rent, afford, cover the',
  'Geld, zahl*, bezahl*, zurück, Kredit, Versicherung, Strafe, Miete',
  'dinero, pagar, pagas, tarjeta, comisión, impuestos, multa, seguro, alquiler, inscripción, cubrir',
)
const trouble = list(
  'hospital, surgery, accident, landlord, Krankenhaus, Operation, Unfall, Vermieter, helfen',
  'accidente, casero, medicinas, ayudar',
)
const occupation = list(
  'mission, army, military, soldier, lawyer, generous, Soldat, Anwalt, Erbe, militar, misión, abogado, generoso, oro',
)
const invitation = list(
  'teach you, show you how, guide you, help you start, start with, get started, join me, join us, join my',
  'you can copy',
  'only need*, you only need',
  'zeige dir, zeig dir, bringe dir bei, bring dir bei, helfe dir, du brauchst nur, anfangen mit, kannst einsteigen',
  'mach mit, Einstieg',
  'te enseño, te explico, te ayudo a, te guío, solo necesitas, empezar con, empiezas con, puedes empezar, únete',
)
const numbers = list(
  'your number, my number, text me, call me, deine Nummer, meine Nummer, ruf mich an, tu número, mi número, llámame',
)
const elsewhere = list('instagram, insta, facebook, tiktok')
const often = list(
  'a day, per day, weekly, a week, percent, am Tag, täglich, im Monat, die Woche, Prozent',
  'al día, cada día, al mes, cada mes, a la semana, por ciento',
)
const business = list(
  'trade, coin, platform, log in, confirm, Plattform, bestätige*, plataforma, moneda, señales, confirma',
)

export const signals: Signal[] = [
  { name: 'contact', points: 6, words: contact },
  { name: 'excuse', points: 4, words: excuse },
  { name: 'story', points: 5, words: story },
  { name: 'money', points: 5, words: money },
  { name: 'trade', points: 4, words: trade },
  { name: 'gain', points: 5, words: gain },
  { name: 'gift', points: 6, words: gift },
  { name: 'plea', points: 5, words: plea },
  { name: 'endearment', points: 4, words: endearment },
  { name: 'lure', points: 6, words: lure },
  { name: 'threat', points: 10, words: threat },
  { name: 'code', points: 10, words: code },
  { name: 'sign', points: 5, words: sign },
  { name: 'task', points: 6, words: task },
  { name: 'costs', points: 2, words: costs },
  { name: 'trouble', points: 3, words: trouble },
  { name: 'occupation', points: 2, words: occupation },
  { name: 'invitation', points: 4, words: invitation },
  { name: 'numbers', points: 4, words: numbers },
  { name: 'elsewhere', points: 2, words: elsewhere },
  { name: 'often', points: 2, words: often },
  { name: 'business', points: 2, words: business },
]
