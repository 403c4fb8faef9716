import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The audit log shows each field under a name of its own. Without one, it reads like code, and in English only.

/** Fields of `details` that come from elsewhere, by where they are written. Add a new one with its fields. */
const elsewhere: Record<string, string> = {
  'features/billing/nightly/reconcile.ts ...report': 'read, corrected, failed',
  'features/moderation/account-links/link-accounts.ts ...details': 'link, other, why, weight',
  'features/moderation/administration/edit-user.ts ...details': 'firstName, lastName, email, gender, bio, location',
  'features/moderation/administration/routes.ts ...details':
    'search, status, type, joined, until, timeZone, gender, age, complete',
  'features/moderation/appeals/make-appeal.ts ...appealed': 'decision_id, report_id',
  'features/moderation/audit-log/routes.ts ...details': 'actor, subject, action, from, to',
  'features/moderation/evidence/read-evidence.ts ...details': 'picture, voice',
  'features/moderation/fraud/change-warning.ts ...details': 'before',
  'features/moderation/fraud/read-warning.ts ...details': 'reader',
  'features/moderation/monitoring/apply-hit.ts ...details': 'rule, slow, exposure',
  'features/moderation/picture-sweep/sweep-pictures.ts ...details': 'same, why, distance',
  'features/moderation/second-looks/change-second-look.ts ...step.details': 'kind',
  'features/operations/configuration/routes.ts ...difference(before.configuration, wanted, changed)':
    'changed, lists, brand, supportEmail, prices, monthly, quarterly, annual, trialDays',
}
/** Calls that pass on the others' fields. */
const passing = ['features/operations/audit/audit.ts', 'features/operations/audit/record-access.ts']

function within(text: string, open: number): string {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if ('([{'.includes(text.charAt(at))) depth++
    if (')]}'.includes(text.charAt(at)) && --depth === 0) return text.slice(open + 1, at)
  }
  return ''
}

function partsOf(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of list) {
    if ('([{'.includes(sign)) depth++
    if (')]}'.includes(sign)) depth--
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

/** Fields spread from elsewhere are listed as `...name`. */
const fieldsOf = (list: string): string[] =>
  partsOf(list).flatMap((part) => {
    if (!part.startsWith('...')) return [/^\w+/.exec(part)?.[0] ?? part]
    const inner = [...part.matchAll(/\{/g)].map(({ index }) => within(part, index))
    return inner.length > 0 ? inner.flatMap(fieldsOf) : [part]
  })

function* written() {
  for (const file of globSync('server/src/**/*.ts')) {
    const text = readFileSync(file, 'utf8')
    for (const call of text.matchAll(/\b(?:audit|recordAccess\w*)\(/g)) {
      const entry = within(text, text.indexOf('(', call.index))
      const details = /\bdetails\b(: \{|: \w+|)/.exec(entry)
      if (!details) continue
      const isList = details[1] === ': {'
      const fields = isList ? fieldsOf(within(entry, details.index + details[0].length - 1)) : ['...details']
      const name = file.replace('server/src/', '')
      for (const field of passing.includes(name) ? [] : fields) yield { file: name, field }
    }
  }
}

test('every field that the server writes into the audit log has a name', () => {
  const names = new Set(
    [...readFileSync('web/src/admin/audit/field-names.ts', 'utf8').matchAll(/\['(\w+)',/g)].map(([, name]) => name),
  )
  const all = [...written()].flatMap(({ file, field }) =>
    field.startsWith('...') ? (elsewhere[`${file} ${field}`]?.split(', ') ?? [`${file} ${field}`]) : [field],
  )
  expect(all.length).toBeGreaterThan(60)
  expect([...new Set(all)].filter((field) => !names.has(field))).toEqual([])
})
