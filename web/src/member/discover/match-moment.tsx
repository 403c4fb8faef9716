import type { NewMatch } from '@kindred/contract/matching/choices'
import { useLingui } from '@lingui/react/macro'
import { toChat } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSession } from '../../session/store.ts'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { saveDraft } from '../chat/drafts.ts'
import { LikeNoteText } from '../people/like-note.tsx'
import { useOpeners, useShared } from '../people/openers.ts'
import { OpenersList } from '../people/openers-list.tsx'

/** Two people like each other: said once, calmly, with two ways to the first words. */
export function MatchMoment({ match, onClose }: { match: NewMatch | null; onClose: () => void }) {
  const { t } = useLingui()
  const name = match?.user.firstName ?? ''
  return (
    <Dialog
      open={match !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t`You and ${name} like each other`}
      close={t`Close`}
      footer={
        <DialogEnd
          cancel={t`Keep looking`}
          onCancel={onClose}
          go={t`Message ${name}`}
          onGo={() => match && void navigate(toChat(match._id))}
        />
      }
    >
      {match && <Both match={match} />}
    </Dialog>
  )
}

function Both({ match: { _id, user, theirLike } }: { match: NewMatch }) {
  const me = useSession((session) => session.user)
  const openers = useOpeners(user, useShared(user))
  const begin = (text: string) => {
    saveDraft(_id, text)
    void navigate(toChat(_id))
  }
  return (
    <>
      <div className="flex items-center justify-center gap-4 py-1">
        <Avatar name={me?.firstName ?? ''} src={me?.profilePicture ?? null} size={88} />
        <Avatar name={user.firstName} src={user.profilePicture} size={88} />
      </div>
      {theirLike && <LikeNoteText like={theirLike} name={user.firstName} received />}
      <OpenersList openers={openers} onPick={begin} />
    </>
  )
}
