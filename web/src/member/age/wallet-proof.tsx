import type { WalletState } from '@kindred/contract/identity/age-wallet'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { wallet, walletQuery } from '../../api/wallet-client.ts'
import { Button, buttonClass, Spin } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useAction } from '../use-action.ts'

const QrCode = lazy(() => import('../../ui/qr-code.tsx'))
const EVERY = 2_000

/** A link for the wallet app on this phone, or its QR code for one on another device, until its answer arrives. */
export default function WalletProof({ onProven }: { onProven: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const action = useAction()
  const [link, setLink] = useState<string>()
  const { data } = useQuery({
    ...walletQuery,
    enabled: link !== undefined,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: (query) => query.state.data?.data.state === 'waiting' && EVERY,
  })
  const state = data?.data.state ?? 'waiting'
  const isProven = link !== undefined && state === 'done'
  const finish = useEffectEvent(onProven)
  useEffect(() => {
    if (isProven) finish()
  }, [isProven])
  const ended: Partial<Record<WalletState, string>> = {
    expired: t`This took more than five minutes. Please try again.`,
    refused: t`This proof wasn’t accepted. It may be too old, or its issuer isn’t recognized here.`,
  }
  const start = () =>
    action.run(async () => {
      const begun = await wallet.startWallet()
      queryClient.setQueryData(walletQuery.queryKey, { data: { state: 'waiting' } })
      setLink(begun.data.link)
    })
  return (
    <section className="card grid gap-4" aria-labelledby="by-wallet">
      <h2 id="by-wallet">{t`With a wallet app`}</h2>
      <p className="text-ink-2">{t`For apps with the EU’s proof of age. Yours shows us that you’re 18 or older, and nothing else.`}</p>
      <ErrorNote>{action.text ?? (link && ended[state])}</ErrorNote>
      {link && state === 'waiting' ? (
        <Waiting link={link} />
      ) : (
        <Button tone="quiet" className="justify-self-start" busy={action.busy || isProven} onClick={() => void start()}>
          {link ? t`Try again` : t`Use a wallet app`}
        </Button>
      )}
    </section>
  )
}

/** People who use a phone have their app on it, and those at a desk on their phone. Each can choose the other. */
function Waiting({ link }: { link: string }) {
  const { t } = useLingui()
  const [isHere, setHere] = useState(() => matchMedia('(pointer: coarse)').matches)
  return (
    <>
      {isHere ? (
        <a className={buttonClass('primary', 'md', 'justify-self-start')} href={link}>{t`Open the wallet app`}</a>
      ) : (
        <>
          <p>{t`Scan this code with your phone, and confirm in your wallet app.`}</p>
          <Suspense fallback={<div className="aspect-square w-full max-w-80 rounded-md bg-sunken" />}>
            <QrCode text={link} label={t`QR code for your wallet app`} isLarge />
          </Suspense>
        </>
      )}
      <output className="flex items-center gap-3 text-muted">
        <Spin />
        {t`Waiting for your app`}
      </output>
      <Button tone="quiet" size="sm" className="justify-self-start" onClick={() => setHere(!isHere)}>
        {isHere ? t`The app is on another device` : t`The app is on this device`}
      </Button>
    </>
  )
}
