const block = 512

/** A tar archive of these files. Names that do not fit a header go before it, as GNU tar has them. */
export function tarOf(files: readonly (readonly [name: string, content: string | Buffer])[]): Buffer {
  const parts = files.flatMap(([name, content]) => [
    entry('././@LongLink', 'L', Buffer.from(`${name}\0`)),
    entry('file', '0', Buffer.from(content)),
  ])
  return Buffer.concat([...parts, Buffer.alloc(2 * block)])
}

function entry(name: string, type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(block)
  header.write(name, 0)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write(type, 156)
  header.write('ustar\0', 257)
  return Buffer.concat([header, content, Buffer.alloc((block - (content.length % block)) % block)])
}
