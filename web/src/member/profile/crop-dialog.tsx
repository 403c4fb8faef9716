import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Crop, cutOut, drawCut, isWholePhoto, moved, MAX_ZOOM, SHAPE, whole, zoomed } from './crop.ts'

type Point = { x: number; y: number }
type Move = { right: number; down: number; nearer: number }

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
const spread = ([one, other]: readonly Point[]) => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 1)

/** One finger moves the photo, and two fingers zoom. Moves are fractions of the touched element's size. */
function useDragged(onMove: (move: Move) => void) {
  const fingers = useRef(new Map<number, Point>())
  const lift = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)
  return {
    onPointerDown: ({ pointerId, clientX, clientY, currentTarget }: PointerEvent) => {
      currentTarget.setPointerCapture(pointerId)
      fingers.current.set(pointerId, { x: clientX, y: clientY })
    },
    onPointerMove: ({ pointerId, clientX, clientY, currentTarget }: PointerEvent) => {
      if (!fingers.current.has(pointerId)) return
      const before = [...fingers.current.values()]
      fingers.current.set(pointerId, { x: clientX, y: clientY })
      const after = [...fingers.current.values()]
      const { width, height } = currentTarget.getBoundingClientRect()
      onMove({
        right: (middle(after).x - middle(before).x) / width,
        down: (middle(after).y - middle(before).y) / height,
        nearer: spread(after) / spread(before),
      })
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

type Props = { file: File; at: number; count: number; onDone: (file: File) => void; onSkip: () => void }

const steps: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
}

export function CropDialogs({
  files,
  onDone,
  onEnd,
}: {
  files: readonly File[]
  onDone: (file: File) => void
  onEnd: () => void
}) {
  const [at, setAt] = useState(0)
  const file = files[at]
  const next = () => setAt(at + 1)
  useEffect(() => {
    if (!file) onEnd()
  }, [file, onEnd])
  if (!file) return null
  return (
    <CropDialog
      key={at}
      file={file}
      at={at + 1}
      count={files.length}
      onSkip={next}
      onDone={(cut) => {
        onDone(cut)
        next()
      }}
    />
  )
}

/** Lets the member crop a photo before its upload. A photo that this browser can't display is uploaded uncropped. */
function CropDialog({ file, at, count, onDone, onSkip }: Props) {
  const { t } = useLingui()
  const photo = useBitmap(file, () => onDone(file))
  const [crop, setCrop] = useState<Crop>(whole)
  const use = async () => onDone(photo && !isWholePhoto(photo, crop) ? await cutOut(photo, crop, file.name) : file)
  return (
    <Dialog
      low
      onClose={onSkip}
      title={count > 1 ? t`Photo ${at} of ${count}` : t`Your photo`}
      close={t`Skip this photo`}
      footer={
        <span className="ms-auto flex flex-wrap gap-3">
          <Button tone="quiet" onClick={() => onDone(file)}>{t`Use whole photo`}</Button>
          <Button disabled={!photo} onClick={() => void use()}>{t`Done`}</Button>
        </span>
      }
    >
      <CropFrame crop={crop} photo={photo} onCrop={setCrop} />
      <label className="grid gap-1">
        {t`Zoom`}
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.02}
          value={crop.zoom}
          disabled={!photo}
          onChange={({ target }) => photo && setCrop(zoomed(photo, crop, Number(target.value)))}
        />
      </label>
    </Dialog>
  )
}

/** The decoded photo, rotated upright. */
function useBitmap(file: File, onUnreadable: () => void): ImageBitmap | undefined {
  const [bitmap, setBitmap] = useState<ImageBitmap>()
  const unreadable = useEffectEvent(onUnreadable)
  useEffect(() => {
    let wanted = true
    createImageBitmap(file).then(
      (made) => (wanted ? setBitmap(made) : made.close()),
      () => wanted && unreadable(),
    )
    return () => void (wanted = false)
  }, [file])
  useEffect(() => () => bitmap?.close(), [bitmap])
  return bitmap
}

/** Changes build on each other, because both fingers may move before the next render. */
type OnCrop = (change: (crop: Crop) => Crop) => void
type FrameProps = { crop: Crop; photo: ImageBitmap | undefined; onCrop: OnCrop }

function CropFrame({ crop, photo, onCrop }: FrameProps) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (photo && canvas.current) drawCut(canvas.current, photo, crop)
  }, [photo, crop])
  const dragged = useDragged(({ right, down, nearer }) => {
    if (photo) onCrop((before) => zoomed(photo, moved(photo, before, -right, -down), before.zoom * nearer))
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || !photo) return
    event.preventDefault()
    onCrop((before) => moved(photo, before, ...step))
  }
  return (
    <button
      type="button"
      className={
        'relative aspect-4/5 w-[min(100%,20rem)] cursor-move touch-none justify-self-center overflow-hidden ' +
        'rounded-xl border-0 bg-sunken p-0'
      }
      aria-label={t`Visible area. Drag it, or move it with the arrow keys.`}
      onKeyDown={onKeyDown}
      onWheel={({ deltaY }) =>
        photo && onCrop((before) => zoomed(photo, before, before.zoom * Math.exp(-deltaY / 600)))
      }
      {...dragged}
    >
      <canvas className="block w-full" ref={canvas} width={640} height={640 / SHAPE} />
      {crop === whole && (
        <span
          aria-hidden="true"
          className={
            'pointer-events-none absolute inset-x-0 bottom-3 mx-auto w-max max-w-[90%] rounded-full px-3 py-1 ' +
            'bg-[oklch(0.15_0.01_20/0.7)] text-small text-[oklch(1_0_0)]'
          }
        >
          <span className="pointer-coarse:hidden">{t`Drag to move`}</span>
          <span className="pointer-fine:hidden">{t`Drag to move, pinch to zoom`}</span>
        </span>
      )}
    </button>
  )
}
