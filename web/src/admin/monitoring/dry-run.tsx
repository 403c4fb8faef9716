import type { DryRun } from '@kindred/contract/moderation/monitoring'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useFormats } from '../../ui/use-formats.ts'
import { UserLink } from '../user-link.tsx'

/** Whom the rule would have matched, and why. */
export function DryRunResult({ result: { people, examples, newestMessages } }: { result: DryRun }) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <div className="grid gap-3 rounded-md bg-sunken p-4">
      <h3>
        {people === 0
          ? t`It would have matched no one.`
          : t`It would have matched ${plural(people, { one: '# person', other: '# people' })}.`}
      </h3>
      {newestMessages !== undefined && (
        <p className="text-muted">
          <Plural
            value={newestMessages}
            one="Only the newest # first message was checked."
            other="Only the newest # first messages were checked."
          />
        </p>
      )}
      {examples.length > 0 && (
        <ul className="grid max-h-80 gap-2 overflow-auto">
          {examples.map(({ user, at, reason }) => (
            <li key={user._id ?? at}>
              {user._id ? (
                <UserLink id={user._id}>
                  <bdi>{user.name}</bdi>
                </UserLink>
              ) : (
                <bdi>{user.name}</bdi>
              )}
              <span className="text-muted"> {formats.dayAndTime(at)}</span>: {reason}
            </li>
          ))}
        </ul>
      )}
      {people > examples.length && (
        <p className="text-muted">
          <Trans>Showing the newest.</Trans>
        </p>
      )}
    </div>
  )
}
