import type { AdminUser } from '@kindred/contract/moderation/administration'
import type { UserDetails, UserStats } from '@kindred/contract/moderation/user-details'
import { OLDEST } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useLanguageName } from '../../words/use-language-name.ts'
import { useGenderName, useGroupName } from '../state-words.ts'
import { FactsList } from '../users/facts-list.tsx'
import { useFacts, type Fact } from '../users/use-facts.ts'
import type { UserPage } from './use-user-details.ts'
import { IfAllowed } from '../if-allowed.tsx'

type Props = { user: AdminUser; data: UserDetails | undefined; page: UserPage }

export function UserFacts({ user, data, page }: Props) {
  const { t, i18n } = useLingui()
  const languageName = useLanguageName()
  const [genderName, groupName, formats] = [useGenderName(), useGroupName(), useFormats()]
  const revealed = page.reveal.data?.data
  const { figures } = page
  const count = (figure: keyof UserStats) => (figures ? i18n.number(figures[figure]) : null)
  const language = data?.language
  const { dateOfBirth, preferences } = data?.profile ?? {}
  const distance = preferences?.distance
  const ages =
    preferences &&
    (preferences.ageMax < OLDEST
      ? formats.range(preferences.ageMin, preferences.ageMax)
      : formats.atLeast(preferences.ageMin))
  const hidden: Fact[] = [
    [t`Date of birth`, dateOfBirth ? i18n.date(new Date(dateOfBirth), { dateStyle: 'long', timeZone: 'UTC' }) : null],
    [t`Language`, language ? languageName(language) : null],
    [t`Looks for ages`, ages ?? null],
    [t`Maximum distance`, distance ? t`${distance} km` : null],
    [t`Interested in`, revealed ? formats.list(revealed.interestedIn.map(genderName)) : '•••••'],
    [t`Shown to people looking for`, revealed ? formats.list(revealed.shownTo.map(groupName)) : '•••••'],
  ]
  const facts: Fact[] = [
    ...useFacts(user),
    [t`Email verified`, user.isEmailVerified ? t`Yes` : t`No`],
    ...(data ? hidden : [[t`Bio`, user.bio] satisfies Fact]),
    [t`Matches`, count('matches')],
    [t`Blocked by (people)`, count('blockedBy')],
    [t`Reports received`, count('reportsAbout')],
    [t`Reports filed`, count('reportsBy')],
  ]
  return (
    <section className="card grid gap-4" aria-labelledby="facts">
      <h2 id="facts">{t`Details`}</h2>
      <FactsList facts={facts} />
      {data && !revealed && (
        <IfAllowed may="users.reveal">
          <Reveal page={page} />
        </IfAllowed>
      )}
    </section>
  )
}

function Reveal({ page: { reveal } }: Pick<Props, 'page'>) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reveal.mutate(reason.trim())
  }
  return (
    <form className="grid gap-3 border-t border-line pt-4" onSubmit={submit}>
      <TextField
        label={t`Why do you need to see the hidden details?`}
        hint={t`Orientation and sign-in locations. We record your reason in the audit log.`}
        required
        minLength={3}
        maxLength={1000}
        value={reason}
        {...(reveal.isError ? { error: errorText(reveal.error) } : {})}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit" tone="quiet" busy={reveal.isPending} disabled={reason.trim().length < 3}>
        <Trans>Show hidden details</Trans>
      </Button>
    </form>
  )
}
