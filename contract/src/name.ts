import { recommendedScripts, skeleton } from './lookalikes.ts'

// Detects impersonation in names: letters from mixed scripts, or the name of the product or its staff.

/** Any other script counts as one more. */
const scripts = recommendedScripts
  .split(' ')
  .map((script) => ({ script, letter: new RegExp(`\\p{Script=${script}}`, 'u') }))

/** Scripts that are mixed in Japan, Korea and Taiwan (UTS 39, “highly restrictive”). */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
]

const scriptOf = (letter: string) => scripts.find((each) => each.letter.test(letter))?.script ?? 'other'

/** Detects letters of scripts that aren't mixed in any language, such as a Cyrillic А before Latin letters. */
export function mixesScripts(name: string): boolean {
  const letters = name.match(/(?=\p{L})\P{Script=Common}/gu) ?? []
  const used = new Set(letters.map(scriptOf))
  return used.size > 1 && !together.some((allowed) => [...used].every((script) => allowed.includes(script)))
}

/** In a name, letters of the same alphabet are also read as each other: “Admln”, “Adrnin”, “Kjndred”. */
const nameSkeleton = (text: string): string =>
  skeleton(text).replace(/[lj]/g, 'i').replaceAll('rn', 'm').replaceAll('vv', 'w')

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{M}]+/u).flatMap((word) => nameSkeleton(word) || [])
const setOf = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ').map(nameSkeleton)))

/** Staff titles in the product's languages, except words that are also names, such as “Aide”. */
const titles = setOf([
  'staff mod mods customercare deletedmember gelöschtesmitglied miembroeliminado membresupprimé exmembro عضومحذوف',
  'support admin admins administrator administrators administration moderator moderators moderation team official',
  'system help helpdesk helpline webmaster customerservice ceo',
  'administratorin moderatorin offiziell hilfe kundendienst kundenservice',
  'soporte ayuda administrador administradora administracion moderador moderadora moderacion equipo oficial sistema',
  'administrateur administratrice moderateur moderatrice equipe officiel officielle assistance systeme serviceclient',
  'suporte ajuda administracao moderacao equipa atendimento',
  'الدعم المساعدة المشرف المشرفة مشرف مشرفة الإدارة إدارة المسؤول فريق الرسمي',
  'админ администратор администрация модератор поддержка команда',
])

/** Words of departments and functions. People have them as surnames, so they count only where nothing else is. */
const functions = setOf([
  'safety security verified verification billing payment payments refund refunds account accounts center centre',
  'service services customer client compliance fraud abuse privacy legal manager agent representative',
  'officer director president executive founder cofounder owner operator cto cfo coo notification notifications alert',
  'alerts notice helpcenter community concierge',
  'sicherheit sicherheitszentrum verifiziert verifizierung abrechnung zahlung zahlungen konto zentrum',
  'datenschutz geschäftsführer geschäftsführerin geschäftsführung gründer gründerin benachrichtigung',
  'seguridad verificado verificada verificacion facturacion pago pagos cuenta centro servicio servicios cliente',
  'clientes privacidad fundador fundadora director directora aviso',
  'sécurité vérifié vérifiée vérification facturation paiement paiements compte centre clients clientèle',
  'confidentialité fondateur fondatrice directeur directrice',
  'segurança verificado verificação faturamento cobrança pagamento pagamentos conta serviço serviços privacidade',
  'diretor diretora aviso atendimento',
  'الأمان السلامة الأمن موثق موثقة الحساب حساب الفواتير المدفوعات الدفع مركز خدمة العملاء المدير الخصوصية إشعار',
])
/** Words around those, which are harmless without them. */
const connecting = setOf([
  'department desk bot premium profile user member membership mitglied nutzer kunden usuario usuaria miembro atencion',
  'departamento utilisateur membre département usuário membro',
  'trust and of the for your our chief head care und der die das für ihr unser de del la el y su nuestro',
  'et du des le les votre notre da do e seu nosso وال و',
])
const isStaffWord = (word: string): boolean => titles.has(word) || functions.has(word)
/** One such word, or two written together (“Safetycenter”). */
const isStaffWords = (word: string): boolean =>
  isStaffWord(word) ||
  Array.from(word, (_, at) => at).some((at) => isStaffWord(word.slice(0, at)) && isStaffWord(word.slice(at)))
const isInitial = (word: string): boolean => [...word].length === 1

/** Detects a staff title as a word, or after joining its parts (“Ad-min”). */
export function claimsTitle(name: string): boolean {
  const words = wordsOf(name)
  return words.some((word) => titles.has(word)) || titles.has(words.join(''))
}

/** Detects a name made of nothing but functions of staff (“Safety Center”, “Verified Account”, “Billing”). */
export function claimsFunction(name: string): boolean {
  const words = wordsOf(name)
  const others = words.filter((word) => !isInitial(word) && !connecting.has(word))
  return (others.length > 0 && others.every(isStaffWords)) || isStaffWords(words.join(''))
}

/** Detects the name of the product as words, or after joining its parts (“Kin-dred”). */
export function claimsBrand(name: string, brand: string): boolean {
  const [words, theirs] = [wordsOf(name), wordsOf(brand)]
  if (theirs.length === 0) return false
  const together = theirs.join('')
  return ` ${words.join(' ')} `.includes(` ${theirs.join(' ')} `) || [...words, words.join('')].includes(together)
}
