import { holds } from '../../testing/judged.ts';

holds('test');
