import type { AgeMethod, AgePhoto } from '@kindred/contract/identity/age'
import type { OwnAge } from '@kindred/contract/identity/age-proofs'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ageQuery, ages } from '../../api/age-client.ts'
import { errorText } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { open } from '../../router/navigation.ts'
import { usePlace } from '../../router/place.ts'
import { refreshProfile } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Note, Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { UserText } from '../../ui/user-text.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { useAction } from '../use-action.ts'
import { AgePhotos } from './age-photos.tsx'

const WalletProof = lazy(() => import('./wallet-proof.tsx'))

/** Where members show that they are 18 or older. Providers come back here with their answer in the query. */
export default function AgeScreen() {
  const { t } = useLingui()
  const query = useQuery(ageQuery)
  const isWaiting = useSession(({ user }) => user?.admission !== undefined)
  usePage(t`Proof of age`)
  const age = query.data?.data.age
  return (
    <MemberFrame>
      <div className="grid gap-5">
        <Link
          className="inline-flex min-h-11 items-center gap-1 justify-self-start pe-3 font-medium text-ink-2 no-underline"
          to={isWaiting ? paths.admission : paths.settings}
        >
          <ChevronLeft size={20} />
          {isWaiting ? t`Where you stand` : t`All settings`}
        </Link>
        <h1>{t`Proof of age`}</h1>
        {query.isError && <QueryProblem query={query} text={errorText(query.error)} />}
        {age ? <Standing age={age} /> : !query.isError && <Spinner label={t`One moment`} />}
      </div>
    </MemberFrame>
  )
}

function useMethodNames(): Record<AgeMethod, string> {
  const { t } = useLingui()
  return {
    openid: t`an identity provider`,
    wallet: t`the EU’s proof of age`,
    document: t`a document`,
    selfie: t`a selfie`,
  }
}

function Standing({ age }: { age: OwnAge }) {
  const { t } = useLingui()
  const formats = useFormats()
  const names = useMethodNames()
  if (age.proven) {
    const [method, day] = [names[age.proven.by], formats.day(`${age.proven.on}T12:00:00Z`)]
    return (
      <section className="card grid gap-2">
        <p className="font-medium">{t`You showed that you’re 18 or older with ${method} on ${day}.`}</p>
        <p className="text-muted">{t`That’s all we keep of it.`}</p>
      </section>
    )
  }
  if (age.methods.length === 0) return <p className="text-ink-2">{t`You don’t need to prove your age here.`}</p>
  return (
    <>
      {age.declined !== undefined && !age.photos?.sentAt && <Declined message={age.declined} />}
      <Why age={age} />
      {age.methods.includes('openid') && <ByProvider name={age.provider} />}
      {age.methods.includes('wallet') && <ByWallet />}
      <AgePhotos age={age} kinds={age.methods.filter((method): method is AgePhoto => isPhoto(method))} />
    </>
  )
}

const isPhoto = (method: AgeMethod) => method === 'document' || method === 'selfie'

/** What the team wrote about the last photos. */
const Declined = ({ message }: { message: string }) => (
  <Note tone="warning">
    <p className="font-medium">
      <Trans>Your last proof wasn’t accepted.</Trans>
    </p>
    <UserText>{message}</UserText>
  </Note>
)

function Why({ age: { needed, methods } }: { age: OwnAge }) {
  const { t } = useLingui()
  // A document and a selfie are shown as one way.
  const isOneWay = methods.every((method) => isPhoto(method)) || methods.length === 1
  const reasons = {
    joining: isOneWay
      ? t`Everyone here has to be 18 or older. Show it, and you can come in.`
      : t`Everyone here has to be 18 or older. Show it in one of these ways, and you can come in.`,
    message: isOneWay
      ? t`Everyone here has to be 18 or older. Show it before you write to anyone.`
      : t`Everyone here has to be 18 or older. Show it in one of these ways before you write to anyone.`,
    report: t`We’d like to be sure that you’re 18 or older. Until you show it, you can read your messages, but not write new ones.`,
  }
  return (
    <p className="text-ink-2">
      {needed ? reasons[needed] : t`This is optional. You can show now that you’re 18 or older.`}{' '}
      {t`We only keep that you’re 18 or older, how you showed it, and the day.`}
    </p>
  )
}

/** Reads the age again, here and in the session, which may let the person in. */
function useRefresh() {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries(ageQuery)
    await refreshProfile()
  }
}

function ByWallet() {
  const { t } = useLingui()
  const refresh = useRefresh()
  return (
    <Suspense fallback={<Spinner label={t`One moment`} />}>
      <WalletProof onProven={() => void refresh()} />
    </Suspense>
  )
}

function ByProvider({ name }: { name: string | null }) {
  const { t } = useLingui()
  const { search } = usePlace()
  const action = useAction()
  const refresh = useRefresh()
  const [isBack] = useState(() => search['code'] !== undefined || search['error'] !== undefined)
  const begun = useRef(false)
  const provider = name ?? t`your provider`
  const finish = useEffectEvent(() => {
    const { code, state, iss } = search
    // The answer works once, so it doesn't stay in the address.
    void open(paths.age, 'replace')
    if (!code || !state) return
    void action.run(async () => {
      await ages.finishAgeProvider({ body: { code, state, ...(iss ? { issuer: iss } : {}) } })
      await refresh()
    })
  })
  useEffect(() => {
    if (!isBack || begun.current) return
    begun.current = true
    finish()
  }, [isBack])
  const go = () =>
    void action.run(async () => {
      const { data } = await ages.startAgeProvider()
      location.assign(data.address)
    })
  return (
    <section className="card grid justify-items-start gap-3" aria-labelledby="by-provider">
      <h2 id="by-provider">{t`With ${provider}`}</h2>
      <p className="text-ink-2">
        <Trans>You sign in there and come back. We ask only whether you’re 18 or older, and keep nothing else.</Trans>
      </p>
      <ErrorNote>{action.text}</ErrorNote>
      {isBack && !action.error && action.busy && <Note>{t`Checking the answer…`}</Note>}
      <Button busy={action.busy} onClick={go}>
        {t`Continue with ${provider}`}
      </Button>
    </section>
  )
}
