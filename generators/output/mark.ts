/** First line of the file by which a folder is known to be generated as a whole. */
export const mark = '# Written by `tollwright generate`, which removes what it did not write.';

/** Where that file stands. It also makes code hosts collapse the folder in reviews. */
export const markPath = '.gitattributes';
