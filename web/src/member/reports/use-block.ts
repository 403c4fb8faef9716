import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { members } from '../../api/member-client.ts'
import { changeDecided } from '../../api/member-queries.ts'
import { toast } from '../../ui/toast.tsx'

/** Blocks a person, who leaves both decks at once, and says so. */
export function useBlock() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  return async ({ id, name }: { id: string; name: string }): Promise<void> => {
    await members.block({ body: { userId: id } })
    for (const deck of ['discover', 'listFriends'] as const)
      changeDecided(queryClient, deck, (decided) => decided.set(id, null))
    await queryClient.invalidateQueries()
    toast({ text: t`${name} is blocked. You’ll no longer see each other.` })
  }
}
