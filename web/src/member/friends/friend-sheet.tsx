import type { FriendPreferences } from '@kindred/contract/matching/friends'
import type { GenderGroup } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { friendPreferencesQuery, friends } from '../../api/friends-client.ts'
import { setFreshData } from '../../api/fresh-data.ts'
import { useIsOnePlace } from '../../api/house.ts'
import { withoutUndefined } from '../../api/params.ts'
import { withRetry } from '../../api/retry.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote, Skeleton } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import { Filter } from '../discover/filter-parts.tsx'
import { SavedAges, SavedDistance } from '../people/reach.tsx'
import { useAction } from '../use-action.ts'
import { PhotoOrder } from './photo-order.tsx'

type Change = Partial<FriendPreferences>
const KEY = friendPreferencesQuery.queryKey

/** Saves changes one at a time, and shows them at once. */
function useSavePreferences() {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: KEY[0] },
    mutationFn: (change: Change) => withRetry(() => friends.setFriendPreferences({ body: change })),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: KEY })
      queryClient.setQueryData<Awaited<ReturnType<typeof friends.getFriendPreferences>>>(KEY, (before) =>
        before?.data.preferences
          ? { data: { preferences: { ...before.data.preferences, ...withoutUndefined(change) } } }
          : before,
      )
    },
    onError: () => queryClient.invalidateQueries({ queryKey: KEY }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['listFriends'] }),
  })
}

/** What a member looks for in Friends, and the order of their photos there. */
export default function FriendSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const { data } = useQuery(friendPreferencesQuery)
  const save = useSavePreferences()
  const [isLeaving, setLeaving] = useState(false)
  const wanted = data?.data.preferences
  if (isLeaving) return <LeaveDialog onClose={() => setLeaving(false)} />
  return (
    <Dialog
      side
      open={open}
      onClose={onClose}
      title={t`Preferences for friends`}
      footer={
        <Button className="min-w-0 flex-1" onClick={onClose}>
          {t`Done`}
        </Button>
      }
    >
      <p className="text-small text-muted">{t`These count in Friends only. Your filters for dating stay as they are.`}</p>
      <ErrorNote>{save.isError && errorText(save.error)}</ErrorNote>
      {wanted ? (
        <Preferences wanted={wanted} onChange={(change) => save.mutate(change)} />
      ) : (
        <Skeleton height="12rem" label={t`Loading`} />
      )}
      <Button tone="quiet" className="justify-self-start" onClick={() => setLeaving(true)}>
        {t`Stop looking for friends`}
      </Button>
    </Dialog>
  )
}

type Props = { wanted: FriendPreferences; onChange: (change: Change) => void }

function Preferences({ wanted, onChange }: Props) {
  const { t } = useLingui()
  const isOnePlace = useIsOnePlace()
  return (
    <div>
      {!isOnePlace && (
        <Filter cost={null}>
          <SavedDistance farthest={wanted.distance} onChange={(distance) => onChange({ distance })} />
        </Filter>
      )}
      <Filter cost={null}>
        <SavedAges {...wanted} onChange={onChange} />
      </Filter>
      <Filter cost={null}>
        <ToggleGroup
          legend={t`I’d like to meet`}
          all={{ woman: t`Women`, man: t`Men`, 'non-binary': t`Non-binary people` }}
          chosen={wanted.genders}
          // The keys of the group are genders.
          onChange={(genders) => genders.length > 0 && onChange({ genders: genders as GenderGroup[] })}
        />
      </Filter>
      <Filter cost={null}>
        <PhotoOrder order={wanted.pictures} onChange={(pictures) => onChange({ pictures })} />
      </Filter>
    </div>
  )
}

function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const action = useAction()
  const leave = () =>
    action.run(async () => {
      await friends.leaveFriends()
      toast({ text: t`You’ve left Friends.` })
      queryClient.removeQueries({ queryKey: ['listFriends'] })
      setFreshData(queryClient, KEY, { data: { preferences: null } })
    })
  return (
    <Dialog
      onClose={onClose}
      title={t`Stop looking for friends?`}
      go={t`Stop looking for friends`}
      tone="danger-solid"
      busy={action.busy}
      onGo={() => void leave()}
    >
      <ErrorNote>{action.text}</ErrorNote>
      <p>
        <Trans>
          No one will see you in Friends anymore. Your preferences, likes and passes there will be deleted. You’ll keep
          your matches.
        </Trans>
      </p>
    </Dialog>
  )
}
