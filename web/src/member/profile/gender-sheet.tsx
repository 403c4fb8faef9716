import { useLingui } from '@lingui/react/macro'
import { members } from '../../api/member-client.ts'
import { getSession, setSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { GenderFields, useGender } from '../onboarding/gender-fields.tsx'
import { useChecked } from '../onboarding/use-checked.ts'
import { useAction } from '../use-action.ts'
import type { SheetProps } from './sheet.tsx'

/** Saved with a button of its own, because a gender decides who finds the member and may need a consent. */
export function GenderSheet({ user, onClose }: SheetProps) {
  const { t } = useLingui()
  const action = useAction()
  const state = useGender(user, 'gender')
  const save = async () => {
    const isSaved = await action.run(async () => {
      setSession({ user: (await members.editProfile({ body: state.change })).update.user })
      if (state.change.acceptSpecialCategory)
        setSession({ missingConsents: getSession().missingConsents.filter((each) => each !== 'acceptSpecialCategory') })
      state.entered.forget()
      toast({ text: t`Saved.` })
    })
    if (isSaved) onClose()
  }
  const { form, problems } = useChecked(state.found, action.problems, () => void save())
  return (
    <Dialog
      low
      onClose={onClose}
      title={t`Gender`}
      footer={
        <Button type="submit" form="gender-form" className="ms-auto phone:w-full" busy={action.busy}>
          {t`Save gender`}
        </Button>
      }
    >
      <form id="gender-form" className="grid gap-6" {...form}>
        <Unsaved of={state.entered} />
        {Object.keys(problems).length === 0 && <ErrorNote>{action.text}</ErrorNote>}
        <GenderFields state={state} problems={problems} />
      </form>
    </Dialog>
  )
}
