import type { OwnUser } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { members } from '../../api/member-client.ts'
import { getSession, setSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { GenderFields, useGender, useGenders } from '../onboarding/gender-fields.tsx'
import { useChecked } from '../onboarding/use-checked.ts'
import { useAction } from '../use-action.ts'

export default function GenderCard({ user }: { user: OwnUser }) {
  const { t } = useLingui()
  const action = useAction()
  const state = useGender(user, 'gender')
  const save = () =>
    action.run(async () => {
      setSession({ user: (await members.editProfile({ body: state.change })).update.user })
      if (state.change.acceptSpecialCategory)
        setSession({ missingConsents: getSession().missingConsents.filter((each) => each !== 'acceptSpecialCategory') })
      state.entered.forget()
      toast({ text: t`Saved.` })
    })
  const { form, problems } = useChecked(state.found, action.problems, () => void save())
  return (
    <section className="card grid gap-4" aria-labelledby="gender">
      <h2 id="gender">{t`Gender`}</h2>
      <form className="grid gap-6" {...form}>
        <Unsaved of={state.entered} />
        {Object.keys(problems).length === 0 && <ErrorNote>{action.text}</ErrorNote>}
        <GenderFields state={state} problems={problems} />
        <div>
          <Button type="submit" busy={action.busy}>{t`Save gender`}</Button>
        </div>
      </form>
    </section>
  )
}

export function WaitingGender({ listedAs, shownTo }: NonNullable<OwnUser['waitingGender']>) {
  const [genders, formats] = [useGenders(), useFormats()]
  const gender = genders.find(({ value }) => value === listedAs.toLowerCase())?.name
  const groups = formats.list(genders.filter(({ value }) => shownTo.includes(value)).map(({ plural }) => plural))
  const earlier = gender ?? `${listedAs} (${groups})`
  return (
    <Note>
      <Trans>
        Your changes are saved. You’ve changed your gender several times this month, so Discover and Search use this one
        within 24 hours. Until then, they use your earlier choice: {earlier}.
      </Trans>
    </Note>
  )
}
