import type { BuildOptions } from 'esbuild'

type Options = { folder: string; bin?: string } & Pick<
  BuildOptions,
  'sourcemap' | 'outExtension' | 'logLevel'
>

export function bundle(entryPoints: string[] | Record<string, string>, options: Options): Promise<void>
