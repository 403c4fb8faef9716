import type { Signal } from '@kindred/contract'

// What the rule about first messages of a new installation looks for, in English, German and Spanish. No
// signal is enough by
// itself, except for what hardly anyone writes to someone they don't know: gift cards, threats and codes.

const list = (...lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split(',').map((word) => word.trim()))

const contact = list(
  'whatsapp, whats app, telegram, hangouts, viber, snap, snapchat, kik, skype, wechat, instagram, insta',
  'discord, text me, message me',
  'your email, my email, your number, my number, add me, write me, call me',
  'deine E-Mail, meine E-Mail, deine Nummer, meine Nummer, schreib mir, schreibe mir, weiterschreiben, ruf mich an',
  'tu correo, mi correo, tu número, mi número, escríbeme, escribeme, agrégame, pásate, llámame, háblame',
)
const excuse = list(
  'rarely, hardly, almost never, not on here, don’t use dating apps*, don’t use this*, deleting this*',
  'delete my profile',
  'subscription ends, network here*, bad connection, fake people*, new here, battery, phone is about to die',
  'selten, fast nie, lösche mein*, Internet ist schlecht, kaum, nur noch heute',
  'casi no, casi nunca, rara vez, borro mi*, señal es*, gente falsa',
)
const story = list(
  'offshore, oil rig, petroleum, sergeant, soldier, deployed, military, army, mission, peacekeep*, surgeon, widow*',
  'inherit*, fortune, late husband, late wife, diplomat*, trunk box, gold dealer, millionaire, wealthy',
  'generous, lawyer',
  'Bohrinsel, Soldat, im Einsatz, Chirurg*, UNO, Witwe*, verstorben*, hinterlassen, Erbe, geerbt, Vermögen',
  'Diplomat*',
  'Goldhändler, wohlhabend, Anwalt',
  'petrolero*, plataforma petrolera, militar, misión, cirujan*, ONU, viud*, heredé, herencia, fortuna, diplomátic*',
  'oro, abogado, generoso',
)
const money = list(
  'money, lend, borrow, refund*, pay you back, pay me, return it, wire, send me, send something',
  'western union, zelle',
  'cash app, cashapp, venmo, paypal, bank account, bank details, account number, online banking, credit card',
  'deposit',
  'fee, fees, debt, debts, reimburse*, customs, insurance, payment*, pay the, rent, loan, short for, afford',
  'cover the',
  'Geld, leih*, borg*, schick mir, schickst du mir, sende mir, erstatte*, Kredit, Schulden, übernimm*',
  'überweis*, zahl*, bezahl*, zurück, Paypal, Konto, Kontodaten, Kontonummer, Online-Banking',
  'Gebühr*, Zollgebühr*, Strafe, Versicherung, Miete, Kreditkarte, Anzahlung, Startkapital',
  'dinero, presta*, préstame, préstamo, envía*, envíes, envíame, mándame, mandas, reembols*, deuda*, cubrir',
  'págame, pagar, pagas, transferencia, devuelvo, paypal',
  'cuenta bancaria, número de cuenta, tarjeta, comisión, impuestos, multa, seguro, alquiler, inscripción, depósito',
)
const trade = list(
  'crypto*, bitcoin*, btc, usdt, forex, trading, trader, trade, invest*, broker, wallet, coin, profit*',
  'portfolio*, stocks',
  'mining, miner, platform, my mentor, my analyst, financial adviser, financial advisor',
  'Krypto*, investier*, Investition*, Anlage*, Anleger*, Rendite, Gewinn, Aktien, Einzahlung*',
  'handle mit, Mentor, Finanzberater, Plattform',
  'Mining*, Börse*',
  'cripto*, inver*, acciones, cartera de, bróker, billetera, minería, ganancia*, plataforma',
  'mi mentor, analista, asesor, señales, moneda',
)
const gain = list(
  'guarantee*, double*, doubling, passive income, daily payout, a day, per day, weekly, percent, a week, returns',
  'garantier*, verdoppel*, am Tag, täglich, im Monat, die Woche, Prozent',
  'garantiza*, duplic*, multiplic*, al día, cada día, al mes, cada mes, a la semana, por ciento, ganar dinero',
)
const gift = list(
  'gift card*, giftcard*, steam card*, apple card*, itunes card*, amazon card*, google play, amazon gift*',
  'Gutscheinkarte*, Gutscheincode*, Apple-Karte*, Steam-Karte*, Google Play, Amazon-Karte*',
  'tarjeta regalo, tarjetas regalo, tarjeta de regalo, tarjeta de amazon, tarjetas de apple, google play',
)
const plea = list(
  'emergency, urgent*, stolen, robbed, stranded, hospital, surgery, accident, no one else, help me, detained',
  'arrested',
  'landlord, blocked, locked out, swear, visa, plane ticket, for the flight, small favor, a favor, kindly',
  'I hate to ask',
  'Notfall, dringend, gestohlen, Krankenhaus, Operation, Unfall, hilf mir, helfen, Vermieter, gesperrt',
  'sitze fest, festgenommen, Visum',
  'fürs Ticket, für den Flug, hält mich fest, Gefallen, Schulgeld',
  'emergencia, urgente, robaron, hospital, accidente, casero, bloquearon, ayudame, ayúdame, ayudes, ayudas, ayudar',
  'detuvieron, medicinas, visa, boleto, para el vuelo, un favor',
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
  'verify, verified, verification, register, sign up, log in, login, click the link, confirm, badge',
  'download the app',
  'verifizier*, anmelden, melde dich, registrier*, bestätige*, klicken, Anmeldegebühr',
  'verifica*, te registras, regístrate, entra aquí, entra por, confirma, carnet, abre una cuenta, clave',
)
const task = list(
  'from home, no experience, my manager, our company, our agency, activation payment',
  'brand ambassador',
  'von zu Hause, meiner Chefin, unsere Agentur, Markenbotschafter*, dein Ausweis, deinen Ausweis',
  'desde casa, mi jefa, nuestra agencia, embajadora, tu DNI',
)

export const signals: Signal[] = [
  { name: 'contact', points: 6, words: contact },
  { name: 'excuse', points: 4, words: excuse },
  { name: 'story', points: 5, words: story },
  { name: 'money', points: 5, words: money },
  { name: 'trade', points: 5, words: trade },
  { name: 'gain', points: 5, words: gain },
  { name: 'gift', points: 10, words: gift },
  { name: 'plea', points: 5, words: plea },
  { name: 'endearment', points: 4, words: endearment },
  { name: 'lure', points: 6, words: lure },
  { name: 'threat', points: 10, words: threat },
  { name: 'code', points: 10, words: code },
  { name: 'sign', points: 5, words: sign },
  { name: 'task', points: 6, words: task },
]
