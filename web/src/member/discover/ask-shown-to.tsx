import type { GenderGroup, OwnUser } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { members } from '../../api/member-client.ts'
import { setSession } from '../../session/store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { ShownToField } from '../onboarding/gender-fields.tsx'
import { useAction } from '../use-action.ts'

/** Asks members with a gender in their own words once, if they joined before this question existed. */
export default function AskShownTo({ user }: { user: OwnUser }) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const [shownTo, setShownTo] = useState<readonly GenderGroup[]>(user.shownTo)
  // Closing the dialog counts as an answer: nothing changes, and the question isn't asked again.
  const answer = (chosen: readonly GenderGroup[]) =>
    action.run(async () => {
      setSession({ user: (await members.editProfile({ body: { shownTo: [...chosen] } })).update.user })
      if (chosen !== user.shownTo) await queryClient.invalidateQueries({ queryKey: ['discover'] })
    })
  const keep = () => void answer(user.shownTo)
  return (
    <Dialog
      onClose={keep}
      title={t`Who should find you?`}
      cancel={t`Keep as it is`}
      go={t`Save`}
      busy={action.busy}
      disabled={shownTo.length === 0}
      onGo={() => void answer(shownTo)}
    >
      <p>{t`Your gender is in your own words, so you can choose whose search you appear in.`}</p>
      <ErrorNote>{action.text}</ErrorNote>
      <ShownToField shownTo={shownTo} problem={undefined} onChange={setShownTo} />
      <p className="text-small text-muted">{t`You can change this at any time on your profile.`}</p>
    </Dialog>
  )
}
