import type { OwnUser } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { members } from '../../api/member-client.ts'
import { getSession, setSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { GenderFields, useGender } from '../onboarding/gender-fields.tsx'
import { useChecked } from '../onboarding/use-checked.ts'
import { useAction } from '../use-action.ts'

/** Changes the gender, and to people looking for whom one in own words is shown. */
export function GenderCard({ user }: { user: OwnUser }) {
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
      <h2 id="gender">
        <Trans>Gender</Trans>
      </h2>
      <form className="grid gap-6" {...form}>
        <Unsaved of={state.entered} />
        {Object.keys(problems).length === 0 && <ErrorNote>{action.text}</ErrorNote>}
        <GenderFields state={state} problems={problems} />
        <div>
          <Button type="submit" busy={action.busy}>
            <Trans>Save gender</Trans>
          </Button>
        </div>
      </form>
    </section>
  )
}
