import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useColleagues } from '../reports/use-colleagues.ts'
import { UserLink } from '../user-link.tsx'

/** Colleagues join like members, and get a role on their page. */
export function Team() {
  const { t } = useLingui()
  const colleagues = useColleagues()
  return (
    <section className="card grid gap-4">
      <h3>{t`Your team so far`}</h3>
      <ul className="grid gap-1">
        {colleagues.map(({ _id, name }) => (
          <li key={_id}>
            <UserLink id={_id} dir="auto">
              {name}
            </UserLink>
          </li>
        ))}
      </ul>
      <ol className="grid list-decimal gap-2 ps-5">
        <li>{t`A colleague joins like anyone else, with an address of their own.`}</li>
        <li>
          <Trans>
            Find them under <Link to={paths.users}>Users</Link>, open their page and choose a role: support, moderator
            or administrator.
          </Trans>
        </li>
        <li>{t`Ask them to add a passkey or an app for codes, under “Settings”.`}</li>
      </ol>
    </section>
  )
}
