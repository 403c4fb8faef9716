import { Trans } from '@lingui/react/macro'
import { useSettings } from '../../api/settings.ts'
import { useSession } from '../../session/store.ts'
import { Note } from '../../ui/pieces.tsx'

type Matched = { user: { gender: string | null }; kind?: 'friends' | undefined }

/** Who writes first in a match without messages, where women write first to men. Otherwise, and as friends, either may. */
export function useFirstTurn({ user: { gender: theirGender }, kind }: Matched): 'mine' | 'theirs' | 'either' {
  const isRuled = useSettings().house?.firstMessage === 'women' && kind !== 'friends'
  const mine = useSession(({ user }) => user?.gender?.toLowerCase())
  const theirs = theirGender?.toLowerCase()
  if (isRuled && mine === 'man' && theirs === 'woman') return 'theirs'
  return isRuled && mine === 'woman' && theirs === 'man' ? 'mine' : 'either'
}

export const TheirTurn = ({ name }: { name: string }) => (
  <Note>
    <Trans>Here, women write first. As soon as {name} writes, you can answer.</Trans>
  </Note>
)

export const MyTurn = ({ name }: { name: string }) => (
  <p className="px-6 text-small text-muted phone:px-3">
    <Trans>It’s your move: {name} can only answer once you’ve written.</Trans>
  </p>
)
