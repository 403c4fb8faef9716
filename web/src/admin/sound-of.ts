/** A recording that came as a data URL. The policy of our pages lets sound come from blobs, not from data URLs. */
export const soundOf = (dataUrl: string): Blob =>
  new Blob([Uint8Array.from(atob(dataUrl.split(',')[1] ?? ''), (each) => each.charCodeAt(0))], { type: 'audio/ogg' })
