import { type MessageWriter, writeMessage } from '../openapi/message-writer.ts'

/** A body as clients send it: magic bytes, then an envelope around the object's message. */
export function envelopeOf(
  apiVersion: string,
  kind: string,
  write: (object: MessageWriter) => void,
): Uint8Array {
  const envelope = writeMessage((unknown) => {
    unknown.message(1, (typeMeta) => {
      typeMeta.text(1, apiVersion)
      typeMeta.text(2, kind)
    })
    unknown.message(2, write)
  })
  return Buffer.concat([Buffer.from('k8s\0'), envelope])
}
