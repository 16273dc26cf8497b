typedef int tw_placeholder; /* removed with the first real file of this folder */
