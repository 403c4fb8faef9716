import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { onServerEvent } from '../../api/live.ts'
import { matching } from '../../api/member-client.ts'
import { readQuery } from '../../api/queries.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { toast } from '../../ui/toast.tsx'
import { hasSeenAddressWarning, rememberAddressWarning } from './address-warning.ts'
import { type CallRequest, whenCallStarts } from './start-call.ts'

const CallScreen = lazy(() => import('./call-screen.tsx'))
const ReportDialog = lazy(() => import('../reports/report-dialog.tsx'))
const AddressDialog = lazy(() => import('./address-dialog.tsx'))

/** Only one call at a time. One that is over makes way for the next, although its ending is still shown. */
function useOneCall() {
  const [call, setCall] = useState<CallRequest & { key: number }>()
  const isOn = useRef(false)
  const count = useRef(0)
  useEffect(
    () =>
      whenCallStarts((request) => {
        if (isOn.current) return
        isOn.current = true
        setCall({ ...request, key: ++count.current })
      }),
    [],
  )
  const noteOver = () => (isOn.current = false)
  const close = () => {
    noteOver()
    setCall(undefined)
  }
  return { call, noteOver, close }
}

/** Shows calls on every screen, because a match can call at any time. */
export default function Calls() {
  const { call, noteOver, close } = useOneCall()
  const [reported, setReported] = useState<{ id: string; name: string }>()
  return (
    <>
      {call && <OneCall key={call.key} call={call} onOver={noteOver} onClose={close} onReport={setReported} />}
      {reported && (
        <Suspense>
          <ReportDialog
            isCall
            person={reported}
            onClose={() => setReported(undefined)}
            onBlocked={() => {
              setReported(undefined)
              void navigate({ to: paths.matches })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

type OneProps = {
  call: CallRequest
  onOver: () => void
  onClose: () => void
  onReport: (person: { id: string; name: string }) => void
}

/**
 * Until its screen listens, a call can end, be answered in another tab, or lose its match. Returns the function that
 * notes the screen.
 */
function useEarlyEnd({ matchId, callId }: CallRequest, onEnd: () => void): () => void {
  const isShown = useRef(false)
  const end = useEffectEvent(onEnd)
  useEffect(
    () =>
      onServerEvent((event) => {
        if (isShown.current || !('matchId' in event) || event.matchId !== matchId) return
        const isOver = event.type === 'call' && event.callId === callId && event.step !== 'asked'
        if (isOver || event.type === 'match.ended') end()
      }),
    [matchId, callId],
  )
  return useCallback(() => void (isShown.current = true), [])
}

/** The event doesn't say who is calling, so the match is fetched. */
function OneCall({ call, onOver, onClose, onReport }: OneProps) {
  const { matchId, callId, withVideo = false, theirVideo = false } = call
  const { data, error } = useQuery(
    readQuery(['getMatch', matchId], () => matching.getMatch({ params: { id: matchId } })),
  )
  const onShown = useEarlyEnd(call, onClose)
  const fail = useEffectEvent(() => {
    if (!callId) toast({ text: errorText(error), bad: true })
    onClose()
  })
  const hasFailed = error !== null && !data
  useEffect(() => {
    if (hasFailed) fail()
  }, [hasFailed])
  const { relays } = useSettings()
  const [knows, setKnows] = useState(() => relays || hasSeenAddressWarning(matchId))
  const agree = () => {
    rememberAddressWarning(matchId)
    setKnows(true)
  }
  if (!data) return null
  const { match } = data.data
  const { _id: id, firstName: name } = match.user
  // The call ends with its screen.
  const report = () => {
    onClose()
    onReport({ id, name })
  }
  if (!callId && !knows)
    return (
      <Suspense>
        <AddressDialog name={match.user.firstName} onCancel={onClose} onCall={agree} />
      </Suspense>
    )
  return (
    <Suspense>
      <CallScreen
        {...{ match, callId, withVideo, theirVideo, onShown, onOver, onClose }}
        showsAddress={!relays}
        onReport={report}
      />
    </Suspense>
  )
}
