import type { Picture } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, UserRound } from 'lucide-react'
import { useState } from 'react'
import { LikeThis, type OnLike } from './liking.tsx'
import { Photo } from './photo.tsx'
import { portraitClass } from './classes.ts'

const turnClass =
  'absolute top-0 bottom-22 phone:bottom-36 flex w-[35%] items-center border-0 bg-transparent px-2 py-0 ' +
  'text-[oklch(1_0_0/0)] ' +
  'focus-visible:-outline-offset-6 [&:is(:hover,:focus-visible)]:text-[oklch(1_0_0/0.95)] ' +
  '[&:is(:hover,:focus-visible)]:filter-[drop-shadow(0_1px_3px_oklch(0_0_0/0.6))]'

/** The width of the photo column (people/classes.ts). */
export const photoSizes = '(max-width: 560px) 100vw, 40rem'

type Props = {
  pictures: readonly Picture[]
  name: string
  onLike?: OnLike | undefined
}

export function Photos({ pictures, name, onLike }: Props) {
  const { t } = useLingui()
  const [at, setAt] = useState(0)
  const shown = pictures[Math.min(at, pictures.length - 1)]
  const turn = (by: number) => setAt((at + by + pictures.length) % pictures.length)
  const [number, count] = [at + 1, pictures.length]
  return (
    <figure className={portraitClass} aria-label={t`Photos of ${name}`}>
      {shown ? (
        <Photo key={shown.publicId} picture={shown} sizes={photoSizes} eager />
      ) : (
        <span className="grid h-full place-items-center text-muted">
          <UserRound size={96} />
        </span>
      )}
      {pictures.length > 1 && (
        <>
          <div
            className="absolute inset-x-5 top-3 flex gap-1.5 phone:inset-x-6 phone:top-4"
            role="img"
            aria-label={t`Photo ${number} of ${count}`}
          >
            {pictures.map(({ publicId }, each) => (
              <i
                key={publicId}
                className={
                  'h-1 flex-1 rounded-[2px] ' + (each <= at ? 'bg-[oklch(1_0_0/0.95)]' : 'bg-[oklch(0.2_0.02_0/0.28)]')
                }
              />
            ))}
          </div>
          <button
            type="button"
            className={`${turnClass} inset-s-0`}
            aria-label={t`Previous photo`}
            onClick={() => turn(-1)}
          >
            <ChevronLeft size={28} />
          </button>
          <button
            type="button"
            className={`${turnClass} inset-e-0 justify-end`}
            aria-label={t`Next photo`}
            onClick={() => turn(1)}
          >
            <ChevronRight size={28} />
          </button>
        </>
      )}
      {onLike && shown && (
        <LikeThis
          about={{ kind: 'photo', photo: shown }}
          onLike={onLike}
          place="absolute inset-e-5 bottom-5 phone:bottom-20 short:bottom-5"
        />
      )}
    </figure>
  )
}
