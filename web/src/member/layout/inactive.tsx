import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useRestore } from '../use-restore.ts'

export default function Inactive() {
  return useSession(({ user }) => user?.state) === 'deleting' ? <Leaving /> : <Restricted />
}

function Leaving() {
  const { t } = useLingui()
  const { day, restore, busy, text } = useRestore()
  return (
    <EmptyState
      title={t`Your account will be deleted`}
      action={
        <div className="grid justify-items-center gap-3">
          <ErrorNote>{text}</ErrorNote>
          <Button busy={busy} onClick={() => void restore()}>{t`Keep my account`}</Button>
          <Link className={buttonClass('quiet')} to={paths.settings}>{t`Settings`}</Link>
        </div>
      }
    >
      <Trans>
        You asked us to delete it, so no one can see you. Everything is erased on {day}. Until then, you can keep it.
      </Trans>
    </EmptyState>
  )
}

function Restricted() {
  const { t } = useLingui()
  const isAdministrator = useSession(({ user }) => user?.isAdmin) === true
  return (
    <EmptyState
      title={t`Your account is restricted`}
      action={
        <div className="grid justify-items-center gap-3">
          <Link className={buttonClass()} to={paths.support}>{t`Read the decision`}</Link>
          {isAdministrator && (
            <Link className={buttonClass('quiet')} to={paths.objections}>{t`Object to requests`}</Link>
          )}
        </div>
      }
    >
      {t`No one can see you. You can read why and appeal in Support.`}
    </EmptyState>
  )
}
