import { type Age, type AgeMethod, ageMethods, type AgeMoment, ageMoments } from '@kindred/contract/identity/age'
import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { TextArea, TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { Switch } from '../../ui/tick.tsx'
import { useMethodNames, useMomentNames } from './age-words.ts'
import { type Editing, useSavedConfiguration } from './use-configuration.ts'

const none: Age = { when: [], methods: [] }

/** Without anything set, the section goes, so that the installation is as it was. */
const withoutDefaults = (age: Age): Age | null =>
  Object.values(age).some((value) => value !== undefined && (!Array.isArray(value) || value.length > 0)) ? age : null

/** What only this way of showing it needs. */
const partOf = (method: AgeMethod, { issuers, openid }: Partial<Age>): Partial<Age> => {
  if (method === 'wallet') return { issuers }
  return method === 'openid' ? { openid } : {}
}

function useMomentHints(): Record<AgeMoment, string> {
  const { t } = useLingui()
  return {
    joining: t`No one sees people who haven’t shown it, and they see no one. Members stay.`,
    message: t`Also before voice notes, calls and suggested dates. Likes need no proof.`,
    report: t`The reported person can’t write to anyone until then. They’re as visible as before, and don’t learn who reported them.`,
  }
}

function useMethodHints(): Record<AgeMethod, string> {
  const { t } = useLingui()
  return {
    openid: t`By OpenID Connect. Set its address and client on the server first: AGE_OPENID_ISSUER.`,
    wallet: t`From a wallet on the phone. It says only whether someone is 18 or older.`,
    document: t`Your team looks at it, and it’s deleted with their decision.`,
    selfie: t`Your team estimates the age. It’s deleted with their decision.`,
  }
}

/** When members show that they are 18 or older, and how. */
export function ProofOfAge({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  const [moments, methods] = [useMomentNames(), useMethodNames()]
  const [momentHints, methodHints] = [useMomentHints(), useMethodHints()]
  const { age = none } = draft
  const edit = (part: Partial<Age>) => change({ age: withoutDefaults({ ...age, ...part }) })
  const toggle = <T extends string>(order: readonly T[], chosen: readonly T[], value: T, isOn: boolean) =>
    order.filter((each) => (each === value ? isOn : chosen.includes(each)))
  const saved = useSavedConfiguration()?.age
  const latest = useRef<Partial<Age>>({})
  /** What belongs to a way goes with it, because it would be refused out of sight, and returns with it. */
  const turn = (method: AgeMethod, isOn: boolean) => {
    if (!isOn) latest.current = { ...latest.current, ...partOf(method, age) }
    const part = partOf(method, isOn ? { ...saved, ...latest.current } : {})
    edit({ methods: toggle(ageMethods, age.methods, method, isOn), ...part })
  }
  return (
    <>
      <section className="card grid gap-4">
        <h2>{t`Proof of age`}</h2>
        <p className="text-muted">
          {t`Without it, members only enter their date of birth. All that’s kept of a proof is that someone is 18 or older, how they showed it, and the day.`}
        </p>
        <h3>{t`When it’s needed`}</h3>
        {ageMoments.map((moment) => (
          <Switch
            key={moment}
            label={moments[moment]}
            hint={momentHints[moment]}
            checked={age.when.includes(moment)}
            onChange={({ target }) => edit({ when: toggle(ageMoments, age.when, moment, target.checked) })}
          />
        ))}
      </section>
      <section className="card grid gap-4">
        <h2>{t`Ways to show it`}</h2>
        <p className="text-muted">
          {t`Photos wait for your team under “Proofs of age”, for 72 hours at most. Kindred’s backups leave them out.`}
        </p>
        <ErrorNote>{problem('age.methods')}</ErrorNote>
        {ageMethods.map((method) => (
          <Switch
            key={method}
            label={methods[method]}
            hint={methodHints[method]}
            checked={age.methods.includes(method)}
            onChange={({ target }) => turn(method, target.checked)}
          />
        ))}
        {age.methods.includes('openid') && (
          <TextField
            label={t`Name of the provider`}
            hint={t`As members know it.`}
            maxLength={40}
            value={age.openid?.name ?? ''}
            error={problem('age.openid.name')}
            onChange={({ target }) => edit({ openid: target.value ? { name: target.value } : undefined })}
          />
        )}
        {age.methods.includes('wallet') && (
          <TextArea
            label={t`Certificates of trusted issuers`}
            hint={t`As PEM, one after the other.`}
            rows={6}
            dir="ltr"
            spellCheck={false}
            className="font-mono"
            value={age.issuers ?? ''}
            error={problem('age.issuers')}
            onChange={({ target }) => edit({ issuers: target.value || undefined })}
          />
        )}
      </section>
    </>
  )
}
