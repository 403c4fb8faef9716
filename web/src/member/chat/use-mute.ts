import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerWith } from '../../api/anew.ts'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { toast } from '../../ui/toast.tsx'

/** Turns notifications for this conversation off and on. */
export function useMute({ _id, muted, user }: Match): { label: string; toggle: () => void } {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => matching.muteMatch({ params: { id: _id }, body: { muted: !muted } }),
    onSuccess: async (answer) => {
      answerWith(queryClient, ['getMatch', _id], answer)
      toast({
        text: muted
          ? t`Unmuted. We’ll notify you when ${user.firstName} writes.`
          : t`Muted. You’ll still get messages, but no notifications.`,
      })
      await queryClient.invalidateQueries({ queryKey: ['listMatches'] })
    },
    onError: (error) => toast({ text: errorText(error), bad: true }),
  })
  return { label: muted ? t`Unmute` : t`Mute`, toggle: () => mutate() }
}
