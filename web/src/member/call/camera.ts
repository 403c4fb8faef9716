const FRAMES = 15
const [WIDTH, HEIGHT] = [640, 480]
/** A video with so few pixels shows that a person is there, but not who it is. */
const [COARSE_WIDTH, COARSE_HEIGHT] = [16, 12]

export type Camera = {
  /** The outgoing video. It is blurred before it is encoded, so the clear video never leaves the device. */
  track: MediaStreamTrack
  stream: MediaStream
  setBlurred: (isBlurred: boolean) => void
  stop: () => void
}

export async function startCamera(): Promise<Camera> {
  const source = await navigator.mediaDevices.getUserMedia({
    video: { width: WIDTH, height: HEIGHT, facingMode: 'user', frameRate: FRAMES },
  })
  try {
    return await cameraOf(source)
  } catch (error) {
    for (const track of source.getTracks()) track.stop()
    throw error
  }
}

async function cameraOf(source: MediaStream): Promise<Camera> {
  const video = document.createElement('video')
  Object.assign(video, { srcObject: source, muted: true, playsInline: true })
  await video.play()
  const [shown, coarse] = [canvasOf(WIDTH, HEIGHT), canvasOf(COARSE_WIDTH, COARSE_HEIGHT)]
  let isBlurred = true
  const draw = () => {
    if (isBlurred) {
      coarse.context.drawImage(video, 0, 0, COARSE_WIDTH, COARSE_HEIGHT)
      shown.context.drawImage(coarse.canvas, 0, 0, WIDTH, HEIGHT)
    } else shown.context.drawImage(video, 0, 0, WIDTH, HEIGHT)
  }
  draw()
  // A timer, because animation frames stop while the page is hidden.
  const timer = setInterval(draw, 1000 / FRAMES)
  const stream = shown.canvas.captureStream(FRAMES)
  const [track] = stream.getVideoTracks()
  if (!track) throw new Error('The canvas gives no video.')
  return {
    track,
    stream,
    setBlurred: (next) => {
      isBlurred = next
      draw()
    },
    stop: () => {
      clearInterval(timer)
      for (const each of [...source.getTracks(), ...stream.getTracks()]) each.stop()
    },
  }
}

function canvasOf(width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws nothing.')
  return { canvas, context }
}
