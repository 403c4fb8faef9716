import { useBlob } from '../../ui/blobs.ts'

export function LocalPhoto({ photo, alt, className }: { photo: File; alt: string; className: string }) {
  return <img ref={useBlob(photo)} alt={alt} className={className} />
}
