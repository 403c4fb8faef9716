// Written by npm run schema.
import type { Generated, Json, Timestamp } from './kinds.ts'

export interface Messages {
  client_id: string
  created_at: Timestamp
  deleted_at: Timestamp | null
  edited_at: Timestamp | null
  hidden_at: Timestamp | null
  id: Generated<string>
  match_id: string
  public_id: string | null
  reply_to: string | null
  sender_id: string
  seq: number
  text: string | null
}

export interface Notifications {
  about_id: string | null
  account_id: string
  at: Timestamp
  count: Generated<number>
  details: Generated<Json>
  due_at: Timestamp
  id: Generated<string>
  kind: string
  push_due_at: Timestamp | null
  pushed_at: Timestamp | null
  read_at: Timestamp | null
  told_at: Timestamp | null
  topic: string
}

export interface PushSubscriptions {
  account_id: string
  auth: string
  created_at: Timestamp
  endpoint: string
  id: Generated<string>
  p256dh: string
}

export interface Reactions {
  account_id: string
  emoji: string
  match_id: string
  message_id: string
}

export interface Reads {
  account_id: string
  delivered: Generated<number>
  match_id: string
  muted: Generated<boolean>
  seq: Generated<number>
}
