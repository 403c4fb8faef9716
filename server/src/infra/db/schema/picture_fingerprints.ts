// Written by npm run schema.
import type { Generated, Timestamp } from './kinds.ts'

export interface IdentityDemoPeople {
  id: string
}

export interface ListedPictures {
  added_at: Timestamp
  added_by: string | null
  decisions: Generated<string[]>
  due: Generated<boolean>
  fingerprint: string
  id: Generated<string>
  kind: Generated<string>
  note: string
}

export interface PictureFingerprints {
  account_id: string
  due: Generated<boolean>
  fingerprint: string | null
  public_id: string
}

export interface ProfilesPictureFingerprints {
  account_id: string | null
  fingerprint: string | null
  placeholder: string | null
  position: number | null
  public_id: string | null
}

export interface SamePictures {
  account_id: string
  decided_at: Timestamp | null
  decided_by: string | null
  distance: number
  fingerprint: string
  found_at: Timestamp
  id: Generated<string>
  listed_id: string | null
  note: string | null
  other_id: string | null
  other_public_id: string | null
  public_id: string
  state: Generated<string>
  version: Generated<number>
  why: string
}
