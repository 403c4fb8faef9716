// The files of an operator's look: their names and addresses.

/** The name of a stored file: the hash of its content, and its size in pixels. */
export const LOOK_FILE = /^[0-9a-f]{32}-(\d{1,4})x(\d{1,4})(-masked)?\.(png|webp|jpg)$/

export const isLookFile = (name: string): boolean => LOOK_FILE.test(name)

export const lookFileSize = (name: string): { width: number; height: number } => {
  const [, width, height] = LOOK_FILE.exec(name) ?? []
  return { width: Number(width ?? 1), height: Number(height ?? 1) }
}

export const LOOK_PATH = '/look'
export const lookFileAddress = (name: string): string => `${LOOK_PATH}/${name}`

/** All sizes of an icon have the name of the largest. A masked icon is cut to any shape, so it has a margin. */
export const iconSizes = [512, 192, 180] as const
export const iconFile = (name: string, size: (typeof iconSizes)[number] | 'masked'): string =>
  size === 'masked' ? name.replace(/\.png$/, '-masked.png') : name.replace('-512x512', `-${size}x${size}`)
