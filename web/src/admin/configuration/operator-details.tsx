import type { Operator } from '@kindred/contract/operations/operator'
import { useLingui } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { useLeafNames } from './words.ts'
import type { Editing } from './use-configuration.ts'

type Key = keyof Operator

/** Who runs this installation, shown on the imprint, in emails and on receipts. */
export function OperatorDetails({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  const names = useLeafNames()
  const { operator = {} } = draft
  const field = (key: Key) => ({
    label: names[key] ?? key,
    value: operator[key] ?? '',
    error: problem(`operator.${key}`),
    onChange: ({ target }: { target: { value: string } }) => {
      const { [key]: _before, ...others } = operator
      const next = target.value === '' ? others : { ...others, [key]: target.value }
      change({ operator: Object.keys(next).length > 0 ? next : null })
    },
  })
  return (
    <section className="card grid gap-4">
      <h2>{t`Operator`}</h2>
      <p className="text-muted">
        {t`Many countries require these details to be public. They appear on the imprint, in emails and on receipts. Empty ones are left out.`}{' '}
        <Link to={paths.imprint}>{t`View the imprint`}</Link>
      </p>
      <TextField {...field('name')} hint={t`The person, company or club that runs this site.`} maxLength={120} />
      <TextArea {...field('address')} hint={t`A postal address, not a post office box.`} rows={4} maxLength={400} />
      <TextField {...field('representative')} hint={t`For a company or club: who acts for it.`} maxLength={120} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...field('email')} type="email" maxLength={254} />
        <TextField {...field('phone')} type="tel" maxLength={40} />
        <TextField {...field('register')} hint={t`The court or office, and the number.`} maxLength={160} />
        <TextField {...field('taxNumber')} maxLength={60} />
      </div>
      <TextArea
        {...field('controller')}
        hint={t`Name and address of who is responsible for personal data, if it isn’t the operator.`}
        rows={3}
        maxLength={400}
      />
      <TextArea
        {...field('dataProtectionContact')}
        hint={t`The person members can ask about their data, such as a data protection officer.`}
        rows={3}
        maxLength={400}
      />
    </section>
  )
}
