import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { matching } from '../../api/member-client.ts'
import { useSettings } from '../../api/settings.ts'
import { hasSeenAddressWarning, rememberAddressWarning } from './address-warning.ts'
import { type CallRequest, whenCallStarts } from './start-call.ts'

const CallScreen = lazy(() => import('./call-screen.tsx'))
const AddressDialog = lazy(() => import('./address-dialog.tsx'))

/** Shows calls on every screen, because a match can call at any time. There is only one call at a time. */
export default function Calls() {
  const [call, setCall] = useState<CallRequest>()
  useEffect(() => whenCallStarts((request) => setCall((now) => now ?? request)), [])
  return call && <OneCall call={call} onClose={() => setCall(undefined)} />
}

/** The event doesn't say who is calling, so the match is fetched. */
function OneCall({
  call: { matchId, callId, withVideo = false },
  onClose,
}: {
  call: CallRequest
  onClose: () => void
}) {
  const { data } = useQuery({
    queryKey: ['getMatch', matchId],
    queryFn: () => matching.getMatch({ params: { id: matchId } }),
  })
  const { relays } = useSettings()
  const [knows, setKnows] = useState(() => relays || hasSeenAddressWarning(matchId))
  const agree = () => {
    rememberAddressWarning(matchId)
    setKnows(true)
  }
  if (!data) return null
  const { match } = data.data
  if (!callId && !knows)
    return (
      <Suspense>
        <AddressDialog name={match.user.firstName} onCancel={onClose} onCall={agree} />
      </Suspense>
    )
  return (
    <Suspense>
      <CallScreen match={match} callId={callId} withVideo={withVideo} showsAddress={!relays} onClose={onClose} />
    </Suspense>
  )
}
