import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { matching } from '../../api/member-client.ts'
import { type WantedCall, whenCallStarts } from './start-call.ts'

const CallScreen = lazy(() => import('./call-screen.tsx'))

/** Wherever the member is, a match can ask them for a call. One call at a time. */
export default function Calls() {
  const [call, setCall] = useState<WantedCall>()
  useEffect(() => whenCallStarts((wanted) => setCall((now) => now ?? wanted)), [])
  return call && <OneCall call={call} onClose={() => setCall(undefined)} />
}

/** Who it is, an event doesn't say. */
function OneCall({ call: { matchId, callId }, onClose }: { call: WantedCall; onClose: () => void }) {
  const { data } = useQuery({
    queryKey: ['getMatch', matchId],
    queryFn: () => matching.getMatch({ params: { id: matchId } }),
  })
  return <Suspense>{data && <CallScreen match={data.data.match} callId={callId} onClose={onClose} />}</Suspense>
}
