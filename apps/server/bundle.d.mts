type Options = { folder: string; bin?: string; extension?: 'js' | 'mjs'; sourcemap?: boolean }

export function bundle(entryPoints: string[] | Record<string, string>, options: Options): Promise<void>
