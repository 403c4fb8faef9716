import type { DryRun, MonitoringRule } from '@kindred/contract/moderation/monitoring'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { Switch } from '../../ui/tick.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Unsaved } from '../../ui/unsaved.tsx'
import { Effects, Numbers } from './rule-fields.tsx'
import { Signals } from './signals.tsx'
import { type Editing, useRule } from './use-rule.ts'
import { useRuleWords } from './words.ts'
import { UserLink } from '../user-link.tsx'

function DryRunResult({ result: { people, examples, newestMessages } }: { result: DryRun }) {
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
      {people > examples.length && <p className="text-muted">{t`Showing the newest.`}</p>}
    </div>
  )
}

export function RuleCard({ rule }: { rule: MonitoringRule }) {
  const { t } = useLingui()
  const id = useId()
  const editing = useRule(rule)
  const { draft, change, dryRun } = editing
  const [name, about] = useRuleWords()[draft.name]
  return (
    <section className="card grid gap-4" aria-labelledby={id}>
      <div className="grid gap-1">
        <h2 id={id}>{name}</h2>
        <p className="text-muted">{about}</p>
        <LastChange rule={rule} />
      </div>
      <Switch
        label={t({ message: 'On', context: 'rule' })}
        checked={draft.enabled}
        onChange={({ target }) => change({ ...draft, enabled: target.checked })}
      />
      <div className="grid gap-5 lg:grid-cols-2">
        <Effects editing={editing} />
        <Numbers editing={editing} />
      </div>
      {draft.name === 'first_messages' && (
        <Signals rule={draft} editing={editing} signalNames={rule.signalNames ?? {}} />
      )}
      <Actions editing={editing} />
      <div aria-live="polite">{dryRun.data && <DryRunResult result={dryRun.data.data} />}</div>
    </section>
  )
}

function LastChange({ rule: { people, changedBy, changedAt } }: { rule: MonitoringRule }) {
  const { t } = useLingui()
  const formats = useFormats()
  const when = changedAt && formats.dayAndTime(changedAt)
  return (
    <p className="text-small text-muted">
      {t`${plural(people, { one: '# person', other: '# people' })} matched in the last 30 days`}
      {when && <>. {changedBy ? t`Last changed by ${changedBy}, ${when}` : t`Last changed ${when}`}</>}
    </p>
  )
}

function Actions({ editing: { isChanged, save, dryRun, reason, setReason, discard } }: { editing: Editing }) {
  const { t } = useLingui()
  const saveRule = () =>
    save.mutate(undefined, {
      onSuccess: () => toast({ text: t`Saved. The rule applies from the next minute.` }),
    })
  return (
    <>
      <ErrorNote>{(save.isError && errorText(save.error)) || (dryRun.isError && errorText(dryRun.error))}</ErrorNote>
      {/* The notice appears with the first change, because the fields are far apart. */}
      <Unsaved of={{ isFromBefore: isChanged, discard }} />
      {isChanged && (
        <TextField
          label={t`Reason`}
          optional={t`(optional)`}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button tone="quiet" busy={dryRun.isPending} onClick={() => dryRun.mutate()}>
          <Trans>Try on the last 30 days</Trans>
        </Button>
        {isChanged && <Button busy={save.isPending} onClick={saveRule}>{t`Save`}</Button>}
      </div>
    </>
  )
}
