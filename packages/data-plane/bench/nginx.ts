import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, ended } from './child.ts'

/** Whether a program can be found. */
export function isInstalled(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    // wrk has no way to ask for its version that ends well: what counts is that it could be started.
    return false
  }
}

/** nginx with one location that leads to the backend, as its own manual has it for connections that stay open. */
export async function startNginx(backendPort: string, port: number): Promise<Child> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-nginx-'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; worker_processes 2; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
  uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  upstream web { server 127.0.0.1:${backendPort}; keepalive 64; }
  server {
    listen 127.0.0.1:${port}; keepalive_requests 10000000;
    location / { proxy_pass http://web; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' })
  for (let tries = 0; tries < 200; tries++) {
    const open = await fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (open) break
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return {
    said: String(port),
    end: async () => {
      await ended(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
