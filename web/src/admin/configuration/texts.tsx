import { useLingui } from '@lingui/react/macro'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Ordered } from './ordered.tsx'
import type { Editing } from './use-configuration.ts'

/** The rules of the place, by their numbers. */
export function Rules({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  return (
    <Ordered
      title={t`Community rules`}
      lead={t`Public at /rules. Decisions refer to them by number.`}
      items={draft.rules}
      nameOf={({ title }, at) => t`Rule ${at + 1}: ${title}`}
      fresh={{ title: '', text: '' }}
      add={t`Add a rule`}
      most={30}
      onChange={(rules) => change({ rules })}
    >
      {({ title, text }, at, say) => (
        <>
          <TextField
            label={t`Title`}
            maxLength={80}
            value={title}
            error={problem(`rules.${at}.title`)}
            onChange={({ target }) => say({ title: target.value })}
          />
          <TextArea
            label={t`Text`}
            rows={2}
            maxLength={1000}
            value={text}
            error={problem(`rules.${at}.text`)}
            onChange={({ target }) => say({ text: target.value })}
          />
        </>
      )}
    </Ordered>
  )
}

/** What is answered often. */
export function Replies({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  const [name, report, brand] = ['{name}', '{report}', '{brand}']
  return (
    <Ordered
      title={t`Canned replies`}
      lead={t`Listed in this order. ${name}, ${report} and ${brand} are filled in for you.`}
      items={draft.cannedReplies}
      nameOf={({ title }) => title || t`New reply`}
      fresh={{ code: '', title: '', text: '' }}
      add={t`Add a reply`}
      most={50}
      onChange={(cannedReplies) => change({ cannedReplies })}
    >
      {({ code, title, text }, at, say) => (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label={t`Title`}
              maxLength={60}
              value={title}
              error={problem(`cannedReplies.${at}.title`)}
              onChange={({ target }) => say({ title: target.value })}
            />
            <TextField
              label={t`Code`}
              maxLength={20}
              value={code}
              error={problem(`cannedReplies.${at}.code`)}
              onChange={({ target }) => say({ code: target.value })}
            />
          </div>
          <TextArea
            label={t`Text`}
            rows={3}
            maxLength={2000}
            value={text}
            error={problem(`cannedReplies.${at}.text`)}
            onChange={({ target }) => say({ text: target.value })}
          />
        </>
      )}
    </Ordered>
  )
}
