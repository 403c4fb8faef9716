import type { AuditField } from '@kindred/contract/operations/audit'
import { useLingui } from '@lingui/react/macro'
import { labelOf } from './changes.ts'

function usePersonFields() {
  const { t } = useLingui()
  return {
    address: t`Address`,
    bio: t`Bio`,
    city: t`City`,
    country: t`Country`,
    dateOfBirth: t`Date of birth`,
    device: t`Device`,
    email: t`Email`,
    filters: t`Filters`,
    firstName: t`First name`,
    gender: t`Gender`,
    interests: t`Interests`,
    lastName: t`Last name`,
    location: t`Location`,
    passkeys: t`Passkeys`,
    provider: t`Provider`,
    sessions: t`Sessions`,
    listed: t`Listed`,
    status: t`Status`,
    until: t`Until`,
    about: t`About`,
    action: t`Action`,
    actor: t`Actor`,
    age: t`Age`,
    complete: t`Complete profile`,
    created: t`Created`,
    from: t`From`,
    isAdmin: t`Administrator`,
    joined: t`Joined`,
    passkeyId: t`Passkey`,
    problem_type: t`Type`,
    reporter: t`Reporter`,
    region: t`Region`,
    role: t`Role`,
    search: t({ message: 'Search', context: 'noun' }),
    subject: t`User`,
    to: t`To`,
    type: t`Type`,
    timeZone: t`Time zone`,
  }
}

function useCaseFields() {
  const { t } = useLingui()
  return {
    samePerson: t`Same person`,
    appeal: t`Appeal`,
    batch: t`Batch`,
    after: t`After`,
    before: t`Before`,
    category: t`Violation type`,
    decision: t`Decision`,
    due: t`Due`,
    fraud: t`Fraud`,
    kind: t`Kind`,
    picture: t`Photo`,
    reader: t`Recipient`,
    priority: t`Priority`,
    reason: t`Reason`,
    report: t({ message: 'Report', context: 'noun' }),
    same: t`Duplicate photo`,
    why: t`Why`,
    distance: t`Distance`,
    other: t`Other user`,
    approval: t`Approval`,
    decision_id: t`Decision`,
    decisions: t`Decisions`,
    link: t`Linked accounts`,
    look: t`Blind review`,
    problem: t`Problem`,
    report_id: t({ message: 'Report', context: 'noun' }),
    voice: t`Voice note`,
    weight: t`Weight`,
  }
}

function useProductFields() {
  const { t } = useLingui()
  return {
    amount: t`Amount`,
    nudge: t({ message: 'Warning', context: 'to the recipient' }),
    pinned: t`Pinned`,
    outcomes: t`Match outcomes`,
    people: t`People`,
    enabled: t({ message: 'On', context: 'rule' }),
    effects: t`Effects`,
    what: t`File`,
    slow: t`Rate-limited`,
    head: t`Checksum`,
    exposure: t`Demoted in Discover`,
    changed: t`Changed`,
    invoice: t`Invoice`,
    job: t`Job`,
    months: t`Months`,
    rows: t`Rows`,
    rule: t`Rule`,
    version: t`Version`,
    added: t`Added`,
    corrected: t`Corrected`,
    days: t`Days`,
    failed: t({ message: 'Failed', context: 'count' }),
    open: t({ message: 'Open', context: 'state' }),
    read: t({ message: 'Read', context: 'count' }),
    currency: t`Currency`,
    prices: t`Prices`,
    automaticTax: t`Automatic tax`,
    brand: t`Product name`,
    supportEmail: t`Support email`,
    trialDays: t`Trial`,
    yourTurnLimit: t`Your turn`,
    admission: t`Who may join`,
    invitation: t`Invitation`,
    limit: t`Limit`,
    lists: t`Word lists`,
    monthly: t`Monthly`,
    quarterly: t`Quarterly`,
    annual: t`Annual`,
  }
}

/** The display names of the fields in log entries. A field without a name would read like code, and only in English. */
export function useFieldName(): (field: string) => string {
  const fields: Record<AuditField, string> = { ...usePersonFields(), ...useCaseFields(), ...useProductFields() }
  const names = new Map(Object.entries(fields))
  return (field) => names.get(field) ?? labelOf(field)
}
