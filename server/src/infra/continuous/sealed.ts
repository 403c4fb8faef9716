import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

// Files of a continuous backup: records that are compressed, encrypted and bound to their place, so that none can be
// changed, moved, swapped or left out. A file may grow by records until its last one is marked.

const NONCE = 12
const TAG = 16
const HEAD = 4 + NONCE + TAG
const LARGEST = 2 ** 20
const algorithm = 'aes-256-gcm'

/** Opens the files of one backup. `name` is a file's path in the backup's folder. */
export type BackupKey = Buffer

const keyOf = (key: BackupKey, name: string): Buffer => Buffer.from(hkdfSync('sha256', key, 'file', name, 32))
const placeOf = (index: number): Buffer => Buffer.from(String(index))

function sealRecord(key: Buffer, index: number, data: Buffer, isLast: boolean): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(placeOf(index))
  const plain = Buffer.concat([Buffer.from([isLast ? 1 : 0]), deflateRawSync(data, { level: 1 })])
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(sealed.length)
  return Buffer.concat([length, nonce, cipher.getAuthTag(), sealed])
}

type SealedRecord = { data: Buffer; isLast: boolean; end: number }

/** Reads the record at this position: null if the file ends before the record does. Throws if it was changed. */
function openRecord(file: number, at: number, key: Buffer, index: number): SealedRecord | null {
  const head = Buffer.alloc(HEAD)
  if (readSync(file, head, 0, HEAD, at) < HEAD) return null
  const length = head.readUInt32BE()
  if (length > LARGEST * 2 || at + HEAD + length > fstatSync(file).size) return null
  const sealed = Buffer.alloc(length)
  readSync(file, sealed, 0, length, at + HEAD)
  const decipher = createDecipheriv(algorithm, key, head.subarray(4, 4 + NONCE))
    .setAAD(placeOf(index))
    .setAuthTag(head.subarray(4 + NONCE))
  const plain = Buffer.concat([decipher.update(sealed), decipher.final()])
  return { data: inflateRawSync(plain.subarray(1)), isLast: plain[0] === 1, end: at + HEAD + length }
}

export type SealedFile = {
  append: (data: Buffer) => void
  /** Makes sure that everything so far survives a power cut. */
  sync: () => void
  /** Marks the end, after which nothing can be added. */
  finish: () => void
  close: () => void
  /** How much data there was already, when the file was opened. */
  found: number
}

/** Adds to a file, or begins it. What a kill left of an unfinished record is cut off. */
export function appendSealed(path: string, name: string, key: BackupKey): SealedFile {
  const fileKey = keyOf(key, name)
  const file = openSync(path, openFlags, 0o600)
  let [index, end, found] = [0, 0, 0]
  for (let record = tryRecord(file, 0, fileKey, 0); record; record = tryRecord(file, end, fileKey, index)) {
    index++
    end = record.end
    found += record.data.length
  }
  ftruncateSync(file, end)
  const write = (data: Buffer, isLast: boolean) => {
    const record = sealRecord(fileKey, index++, data, isLast)
    writeSync(file, record, 0, record.length, end)
    end += record.length
  }
  const append = (data: Buffer) => {
    for (let at = 0; at < data.length; at += LARGEST) write(data.subarray(at, at + LARGEST), false)
  }
  const finish = () => {
    write(Buffer.alloc(0), true)
    fsyncSync(file)
    closeSync(file)
  }
  return { append, sync: () => fsyncSync(file), finish, close: () => closeSync(file), found }
}

/** Reading and writing, without cutting what is there. */
const openFlags = constants.O_RDWR | constants.O_CREAT

function tryRecord(file: number, at: number, key: Buffer, index: number): SealedRecord | null {
  try {
    return openRecord(file, at, key, index)
  } catch {
    return null
  }
}

/** The pieces of a file. Throws if it isn’t as it was written; where `isWhole`, also if its end is missing. */
export function* piecesOf(path: string, name: string, key: BackupKey, isWhole: boolean): Generator<Buffer, void> {
  const fileKey = keyOf(key, name)
  const file = openSync(path, 'r')
  try {
    for (let [index, at] = [0, 0]; ; index++) {
      const record = openOrRefuse(file, at, fileKey, index, name)
      if (!record && isWhole) throw new Error(`${name} is cut: its end is missing.`)
      if (!record || record.isLast) return
      yield record.data
      at = record.end
    }
  } finally {
    closeSync(file)
  }
}

function openOrRefuse(file: number, at: number, key: Buffer, index: number, name: string): SealedRecord | null {
  try {
    return openRecord(file, at, key, index)
  } catch (error) {
    throw new Error(`${name} was changed after it was backed up, so nothing is restored from it.`, { cause: error })
  }
}

/** What is in a small finished file. */
export const contentOf = (path: string, name: string, key: BackupKey): Buffer =>
  Buffer.concat([...piecesOf(path, name, key, true)])
