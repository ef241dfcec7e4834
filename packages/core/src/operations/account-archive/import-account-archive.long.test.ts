import { wholeImport } from './testing/whole-import.ts'

wholeImport('vera_ostrowin')
wholeImport('pelagic_press')
wholeImport('thread_mill')
wholeImport('lab_of_lines', { posts: 50, reposts: 0 })
wholeImport('lindqvarn_links')
wholeImport('marta_brenkel')
wholeImport('underfellyor29')
