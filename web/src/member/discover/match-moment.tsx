import type { NewMatch } from '@kindred/contract/matching/choices'
import { Trans, useLingui } from '@lingui/react/macro'
import { toChat } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSession } from '../../session/store.ts'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { Avatar } from '../../ui/avatar.tsx'

/** Two people like each other: said once, calmly, with the way to the first words. */
export function MatchMoment({ match, onClose }: { match: NewMatch | null; onClose: () => void }) {
  const { t } = useLingui()
  const me = useSession(({ user }) => user)
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
      {match && (
        <div className="flex items-center justify-center gap-4 py-4">
          <Avatar name={me?.firstName ?? ''} src={me?.profilePicture ?? null} size={112} />
          <Avatar name={name} src={match.user.profilePicture} size={112} />
        </div>
      )}
      {match?.user.prompts[0] && (
        <p className="text-center text-ink-2">
          <Trans>
            A way to start: “{match.user.prompts[0].question}”, {match.user.prompts[0].answer}
          </Trans>
        </p>
      )}
    </Dialog>
  )
}
